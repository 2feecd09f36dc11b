import type { FeedKey, ResultsStore, QuarantineStore } from './results-store.ts';
import type { AttachedFilesStore, AttachmentsStore } from './attachments-store.ts';
import type { PlannedJobsStore, HandOversStore } from './jobs-store.ts';
import type { InstructionsStore, PublicationsStore } from './office-documents-store.ts';
import type { RescueStore } from './rescue-store.ts';
import type { DeviceKeysStore, TokensStore } from './tokens-store.ts';
import type { LogsStore, RemovalsStore } from './logs-store.ts';

/**
 * A change in the store, by any process. `anything`: read everything again, tokens included; sent after a write by
 * another process, and after an interruption of the notifications.
 */
export type StoreChange =
  | {
      readonly kind: 'results-kept' | 'reviews-kept' | 'removals-kept' | 'plans-kept';
      readonly feeds: readonly FeedKey[];
    }
  | { readonly kind: 'anything' };

/**
 * The relay's stores, one type per subject. All methods are asynchronous and hide the database. A store that cannot
 * work now rejects with `StoreUnavailable`. Both implementations, `sqlite` and `postgres`, pass the same tests:
 * test/integration/relay/store.
 */
export type RelayStore = ResultsStore &
  TokensStore &
  DeviceKeysStore &
  LogsStore &
  AttachmentsStore &
  QuarantineStore &
  HandOversStore &
  PlannedJobsStore &
  InstructionsStore &
  PublicationsStore &
  AttachedFilesStore &
  RescueStore &
  RemovalsStore & {
    /** Calls back after every commit that may concern waiting readers. Returns the function that unsubscribes. */
    readonly onChange: (listener: (change: StoreChange) => void) => () => void;
    /** Calls back once when no more writes are possible until the process restarts. */
    readonly onLost: (listener: (reason: unknown) => void) => void;
    /** Sentences for the log at the start. */
    readonly warnings: readonly string[];
    /** Rejects when the store cannot be read. */
    readonly check: () => Promise<void>;
    /** Commits waiting writes, then closes. */
    readonly close: () => Promise<void>;
  };

/** The store cannot work at present (locked, full, closed); the sender may retry. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** The database's own code, for the log. */
  readonly code: string;

  constructor(code: string) {
    super(`The relay's store is not available (${code}).`);
    this.code = code;
  }
}

/** PostgreSQL's classes 22 and 23, and SQLite's names: a value that the schema does not take. */
const VALUE_REFUSED = /^2[23]\w{3}$|^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/;

/** Tests whether the store refused the value itself, so that another value could succeed. */
export function isValueRefused(reason: unknown): boolean {
  return reason instanceof StoreUnavailable && VALUE_REFUSED.test(reason.code);
}

/** Listeners for changes. */
export function changeListeners() {
  const listeners = new Set<(change: StoreChange) => void>();
  return {
    add: (listener: (change: StoreChange) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (change: StoreChange): void => {
      for (const listener of listeners) listener(change);
    },
  };
}

/** Listeners that are called once when a store is lost; late subscribers are called too. */
export function lossListeners() {
  const listeners: ((reason: unknown) => void)[] = [];
  let loss: { readonly reason: unknown } | null = null;
  return {
    add: (listener: (reason: unknown) => void): void => {
      if (loss === null) listeners.push(listener);
      else listener(loss.reason);
    },
    tell: (reason: unknown): void => {
      loss = { reason };
      for (const listener of listeners) listener(reason);
    },
  };
}

/**
 * Deletes the files that were removed on request, each in its own write, so that the operator's results can come in
 * between. If the relay ends first, the next sweep deletes the rest. Removed files are unreadable from the removal on.
 */
export async function purgeAll(purgeOne: () => Promise<boolean>): Promise<void> {
  let more = true;
  while (more) more = await purgeOne();
}

/** One step of the schema. Additive, and never edited after its release; `version` counts from 1 without gaps. */
export type Migration = {
  readonly version: number;
  readonly sql: string;
  /**
   * Whether a relay that knows only earlier versions may start and work with this schema, because replicas are
   * replaced one by one (docs/decisions/0039-a-relay-beside-a-newer-schema.md). PostgreSQL store only.
   */
  readonly olderRelaysWork?: true;
};
