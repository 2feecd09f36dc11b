import type { CustomerId } from '../../shared/ids.ts';
import type { Environment } from '../../shared/environment.ts';
import type { Instant } from '../../shared/time.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import type { ResultKind } from '../../shared/relay/webhooks.ts';

/** A webhook that passed every check and waits to be kept. */
export type ArrivedResult = {
  readonly environment: Environment;
  readonly kind: ResultKind;
  readonly customerId: CustomerId;
  /** What the result is about, see `resultSubject`: an assignment, or the request when no assignment came to be. */
  readonly subject: string;
  readonly checksum: string;
  readonly succeeded: boolean;
  /** The request body, byte for byte. */
  readonly body: Buffer;
  readonly receivedAt: Instant;
};

/** `repeated`: the same result was kept before; only its count and last arrival changed. */
export type Keeping = 'first' | 'repeated';

/** One kept result as the feed hands it on. */
export type KeptResult = {
  readonly sequence: number;
  readonly kind: ResultKind;
  readonly body: Buffer;
  readonly firstReceivedAt: Instant;
  readonly lastReceivedAt: Instant;
  readonly deliveries: number;
};

export type ResultQuery = {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  /** Only results with a greater sequence. */
  readonly after: number;
  readonly limit: number;
};

export type ResultPage = {
  readonly results: readonly KeptResult[];
  /** True when more results of this query are kept beyond the page. */
  readonly more: boolean;
  /** The highest sequence ever given, seen in the same snapshot as the results. */
  readonly head: number;
  /** When any webhook of the environment last arrived; null = never. */
  readonly lastReceivedAt: Instant | null;
};

/** Sequences up to `floor` are no longer kept; `head` is the highest ever given. */
export type FeedBounds = { readonly floor: number; readonly head: number };

export type NewToken = {
  readonly hash: Buffer;
  readonly name: string;
  readonly role: RelayRole;
  /** null = all customers. */
  readonly customers: readonly CustomerId[] | null;
  readonly createdAt: Instant;
};

export type StoredToken = Omit<NewToken, 'hash'> & {
  readonly id: number;
  readonly revokedAt: Instant | null;
};

/** Which feed a new result belongs to. */
export type FeedKey = { readonly environment: Environment; readonly customerId: CustomerId };

/**
 * Everything the relay keeps. All methods are asynchronous and none gives away the database behind it, so a store on a
 * database server can stand here as well. A store that cannot do its work rejects with `StoreUnavailable`.
 */
export type RelayStore = {
  /** 16 hex digits, made once per store: what a cursor is compared with (faults.md 35). */
  readonly epoch: string;
  /** Resolves only once the result is on disk: the receiver's 204 depends on it. */
  readonly keepResult: (result: ArrivedResult) => Promise<Keeping>;
  readonly readResults: (query: ResultQuery) => Promise<ResultPage>;
  readonly feedBounds: () => Promise<FeedBounds>;
  /** Calls back after each commit with the feeds that grew. Returns the function that ends the subscription. */
  readonly onResultsKept: (listener: (grown: readonly FeedKey[]) => void) => () => void;
  /** Drops what was first received before the instant and raises the floor. Returns how many results went. */
  readonly forgetResultsBefore: (before: Instant) => Promise<number>;
  /** Returns the new token's id. */
  readonly addToken: (token: NewToken) => Promise<number>;
  /** The token that is not revoked and has this hash. */
  readonly findActiveToken: (hash: Buffer) => Promise<StoredToken | null>;
  readonly listTokens: () => Promise<readonly StoredToken[]>;
  /** False when there is no such active token. */
  readonly revokeToken: (id: number, at: Instant) => Promise<boolean>;
  /** Rejects when the store cannot be read. */
  readonly check: () => Promise<void>;
  /** Commits what is waiting, then closes. */
  readonly close: () => Promise<void>;
};

/** The store could not do its work now (locked, full, closed); the sender may try again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** The database's own code, for the log. */
  readonly code: string;

  constructor(code: string) {
    super(`The relay's store is not available (${code}).`);
    this.code = code;
  }
}
