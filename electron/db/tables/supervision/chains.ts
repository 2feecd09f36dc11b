import {
  type LogChainId,
  type LogHead,
  LOG_CHAIN_START,
  type LogSignature,
} from '../../../../shared/relay/log.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { LogEntryId } from '../../../../shared/ids.ts';

/* The log chains of all laptops in supervision.db, with their signatures and the position in the relay's feed. */

/** One laptop's log, as far as it was read here. */
export interface ChainRow {
  readonly ordinal: number;
  readonly chain: LogChainId;
  /** 1 = this laptop's own log. */
  readonly own: number;
  readonly laptop: string | null;
  readonly continues: LogChainId | null;
  readonly continues_number: number | null;
  readonly continues_hash: string | null;
  readonly beyond: number;
  readonly entries: number;
  /** Number of jobs with entries in this log. */
  readonly jobs: number;
  readonly first_at: Instant | null;
  /** The highest stored entry number. */
  readonly newest: number;
  /** The chain is verified up to this number; null hash = the chain's start. */
  readonly verified: number;
  readonly verified_hash: string | null;
  /** 1 = it has entries that were not checked. */
  readonly unchecked: number;
  /** JSON. */
  readonly fault: string | null;
  readonly offset_number: number;
  readonly offset_newest: number | null;
  readonly offset_worst: number | null;
}

/** All chains. */
export function allChains(sqlite: Sqlite): readonly ChainRow[] {
  return sqlite.prepare<[], ChainRow>('SELECT * FROM chain ORDER BY ordinal').all();
}

/** The next chain with unchecked entries. */
export function uncheckedChain(sqlite: Sqlite): ChainRow | undefined {
  return sqlite
    .prepare<[], ChainRow>('SELECT * FROM chain WHERE unchecked = 1 ORDER BY ordinal LIMIT 1')
    .get();
}

/** Returns the chain, creating it if new. */
export function chainOf(context: WriteContext, chain: LogChainId): ChainRow {
  const { sqlite } = context;
  sqlite.prepare<[LogChainId]>('INSERT INTO chain (chain) VALUES (?) ON CONFLICT DO NOTHING').run(chain);
  const row = sqlite.prepare<[LogChainId], ChainRow>('SELECT * FROM chain WHERE chain = ?').get(chain);
  if (row === undefined) throw new Error('the chain was not written');
  return row;
}

/** Stores the chain's present state. */
export function writeChain({ sqlite }: WriteContext, row: ChainRow): void {
  sqlite
    .prepare<ChainRow>(
      `UPDATE chain SET own = @own, laptop = @laptop, continues = @continues, continues_number = @continues_number,
         continues_hash = @continues_hash, beyond = @beyond, entries = @entries, jobs = @jobs, first_at = @first_at, newest = @newest,
         verified = @verified, verified_hash = @verified_hash, unchecked = @unchecked, fault = @fault,
         offset_number = @offset_number, offset_newest = @offset_newest, offset_worst = @offset_worst
       WHERE ordinal = @ordinal`,
    )
    .run(row);
}

/** The verified head, from which the next check starts. */
export function trustedHead(row: ChainRow): LogHead {
  const begins = row.continues_number ?? 0;
  if (row.verified_hash !== null && row.verified >= begins) {
    return { number: row.verified, hash: row.verified_hash };
  }
  return { number: begins, hash: row.continues_hash ?? LOG_CHAIN_START };
}

/** A signature over a chain up to its entry `last`. */
interface LogSignatureRow {
  readonly chain: number;
  readonly last: number;
  readonly key: LogSignature['key'];
  readonly first: number;
  /** The signed hash of the entry `last`. */
  readonly hash: string;
  readonly signature: LogSignature['signature'];
}

/**
 * Stores a signature. It replaces another one of the same key over the same entry: the relay returns the valid one
 * again if this one is bad.
 */
export function insertLogSignature({ sqlite }: WriteContext, row: LogSignatureRow): void {
  sqlite
    .prepare<LogSignatureRow>(
      `INSERT INTO log_signature (chain, last, key, first, hash, signature)
       VALUES (@chain, @last, @key, @first, @hash, @signature)
       ON CONFLICT (chain, last, key) DO UPDATE
         SET first = excluded.first, hash = excluded.hash, signature = excluded.signature`,
    )
    .run(row);
}

/** The signatures up to an entry, furthest first. */
export function logSignaturesUpTo(
  sqlite: Sqlite,
  chain: number,
  number: number,
  limit: number,
): readonly LogSignatureRow[] {
  return sqlite
    .prepare<[number, number, number], LogSignatureRow>(
      'SELECT * FROM log_signature WHERE chain = ? AND last <= ? ORDER BY last DESC, key LIMIT ?',
    )
    .all(chain, number, limit);
}

/** The read positions in the sources. */
export interface FeedRow {
  /** The newest entry of this laptop's own log stored here. */
  readonly own_number: number;
  /** The number of chains of the own log. A changed count means that stored entries have other chain names now. */
  readonly own_parts: number;
  /** The newest review of queue.db that was read. */
  readonly review: number;
  readonly relay_sequence: number;
  /** The entry at that sequence; a different entry there means a different log. Null before the first. */
  readonly relay_entry: LogEntryId | null;
  /** When the relay received that entry. */
  readonly relay_at: Instant | null;
  /** 1 = a person stopped the reading. */
  readonly stopped: number;
  /** Overwriting of removed words in the file: 0 = nothing to do; 1 = pending; 2 = started. */
  readonly wiping: number;
}

export function readFeed(sqlite: Sqlite): FeedRow {
  const row = sqlite
    .prepare<[], FeedRow>(
      'SELECT own_number, own_parts, review, relay_sequence, relay_entry, relay_at, stopped, wiping FROM feed',
    )
    .get();
  if (row === undefined) throw new Error('the file does not say how far it has read');
  return row;
}

/** Advances the positions, in the transaction that stored the page. */
export function writeFeed({ sqlite }: WriteContext, changes: Partial<FeedRow>): void {
  sqlite
    .prepare<FeedRow>(
      `UPDATE feed SET own_number = @own_number, own_parts = @own_parts, review = @review,
         relay_sequence = @relay_sequence, relay_entry = @relay_entry, relay_at = @relay_at, stopped = @stopped, wiping = @wiping`,
    )
    .run({ ...readFeed(sqlite), ...changes });
}

/** Empties the file: all of it can be read again. A person's stop is kept. */
export function clearEverything({ sqlite }: WriteContext): void {
  sqlite.exec(`
    DELETE FROM stale_job; DELETE FROM board_part; DELETE FROM job_row; DELETE FROM job_export; DELETE FROM job_head; DELETE FROM job_photo; DELETE FROM job_car; DELETE FROM box_fact; DELETE FROM stocked_box;
    INSERT INTO job_text (job_text) VALUES ('delete-all');
    DELETE FROM entry; DELETE FROM redaction; DELETE FROM log_signature; DELETE FROM job; DELETE FROM chain; DELETE FROM word;
    UPDATE feed SET own_number = 0, own_parts = 0, review = 0, relay_sequence = 0, relay_entry = NULL, relay_at = NULL;
  `);
}
