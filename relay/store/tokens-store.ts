import type { CustomerId } from '../../shared/ids.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import type { Instant } from '../../shared/time.ts';

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

/** Who may read. A change made by another process (the token command) is told by `onChange`. */
export type TokensStore = {
  /** Returns the new token's id. */
  readonly addToken: (token: NewToken) => Promise<number>;
  /** The token that is not revoked and has this hash. */
  readonly findActiveToken: (hash: Buffer) => Promise<StoredToken | null>;
  readonly listTokens: () => Promise<readonly StoredToken[]>;
  /** False when there is no such active token. */
  readonly revokeToken: (id: number, at: Instant) => Promise<boolean>;
};
