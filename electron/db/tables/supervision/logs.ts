import { z } from 'zod';
import {
  type LogChainId,
  type LogHead,
  LOG_CHAIN_START,
  type LogSignature,
  canonicalLogEntry,
  logEntry,
  type LogEntry,
} from '../../../../shared/relay/log.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { LogEntryId, JobId } from '../../../../shared/ids.ts';
import { redactedFields, redactedFieldsText, type Redaction } from '../../../../shared/relay/removals.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/*
 * The logs of all laptops in supervision.db: their chains with the signatures, their entries with the redactions, and the
 * positions up to which they were read.
 */

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

/** A stored entry: the hashed text and its hash. */
interface EntryRow {
  readonly canonical: string;
  readonly hash: string;
  /** For a redacted entry: the hash of its remaining text, which `canonical` then holds. */
  readonly rest: string | null;
}

/**
 * Stores an entry and returns the outcome: `known` is stored already; `other` is stored with another hash and stays
 * unchanged.
 *
 * @param rest the hash of the remaining text for a redacted entry, else null.
 */
export function insertEntry(
  { sqlite }: WriteContext,
  chain: number,
  job: number | null,
  entry: LogEntry,
  rest: string | null,
): 'new' | 'known' | 'other' {
  const { changes } = sqlite
    .prepare<[number, number, number | null, string, string, string | null]>(
      'INSERT INTO entry (chain, number, job, canonical, hash, rest) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
    .run(chain, entry.number, job, canonicalLogEntry(entry), entry.hash, rest);
  if (changes > 0) return 'new';
  const hash = sqlite
    .prepare<[number, number], string>('SELECT hash FROM entry WHERE chain = ? AND number = ?')
    .pluck()
    .get(chain, entry.number);
  return hash === entry.hash ? 'known' : 'other';
}

/** Replaces a stored entry with its remaining text; `rest` is that text's hash. */
export function blankEntry({ sqlite }: WriteContext, chain: number, left: LogEntry, rest: string): void {
  sqlite
    .prepare<[string, string, number, number]>(
      'UPDATE entry SET canonical = ?, rest = ? WHERE chain = ? AND number = ?',
    )
    .run(canonicalLogEntry(left), rest, chain, left.number);
}

/** Whether the chain already has entries of the job. */
export function mentionsJob(sqlite: Sqlite, chain: number, job: number): boolean {
  return (
    sqlite
      .prepare<[number, number], number>('SELECT 1 FROM entry WHERE job = ? AND chain = ? LIMIT 1')
      .pluck()
      .get(job, chain) !== undefined
  );
}

/** Entries of a chain from a number on, in order. */
export function entriesFrom(sqlite: Sqlite, chain: number, from: number, limit: number): readonly LogEntry[] {
  return sqlite
    .prepare<[number, number, number], EntryRow>(
      'SELECT canonical, hash, rest FROM entry WHERE chain = ? AND number >= ? ORDER BY number LIMIT ?',
    )
    .all(chain, from, limit)
    .map(read);
}

/** The lowest stored entry number of a chain; null = it has no entries. */
export const firstNumber = (sqlite: Sqlite, chain: number): number | null =>
  sqlite
    .prepare<[number], number | null>('SELECT min(number) FROM entry WHERE chain = ?')
    .pluck()
    .get(chain) ?? null;

/** All entries about a job with their chains; unordered. */
export function entriesOfJob(
  sqlite: Sqlite,
  job: number,
): readonly (LogEntry & { readonly chain: LogChainId })[] {
  return sqlite
    .prepare<[number], EntryRow & { readonly chain: LogChainId }>(
      `SELECT chain.chain, canonical, hash, rest FROM entry JOIN chain ON chain.ordinal = entry.chain WHERE job = ?`,
    )
    .all(job)
    .map((row) => ({ ...read(row), chain: row.chain }));
}

/** Number of stored entries. */
export function countEntries(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT coalesce(sum(entries), 0) FROM chain').pluck().get() ?? 0;
}

/** Jobs with entries in a chain from a number on. */
export function jobsOfChain(sqlite: Sqlite, chain: number, from: number): readonly number[] {
  return sqlite
    .prepare<[number, number], number>(
      'SELECT DISTINCT job FROM entry WHERE chain = ? AND number >= ? AND job IS NOT NULL',
    )
    .pluck()
    .all(chain, from);
}

const canonical = z.array(z.unknown()).length(9);

function read(row: EntryRow): LogEntry {
  const [number, id, at, clockOffsetMs, worker, jobId, type, data, previousHash] = canonical.parse(
    JSON.parse(row.canonical),
  );
  const { hash } = row;
  const said = { number, id, at, clockOffsetMs, worker, jobId, type, data, previousHash, hash };
  return logEntry.parse(row.rest === null ? said : { ...said, redacted: true });
}

/** The integer key of a job, created if new. */
export function jobOrdinal({ sqlite }: WriteContext, job: JobId): number {
  const known = ordinalOf(sqlite, job);
  if (known !== null) return known;
  return Number(sqlite.prepare<[JobId]>('INSERT INTO job (job_id) VALUES (?)').run(job).lastInsertRowid);
}

/** Null when no entry refers to the job. */
export function ordinalOf(sqlite: Sqlite, job: JobId): number | null {
  return sqlite.prepare<[JobId], number>('SELECT ordinal FROM job WHERE job_id = ?').pluck().get(job) ?? null;
}

/** The job of an integer key. */
export function jobOf(sqlite: Sqlite, ordinal: number): JobId {
  const id = sqlite.prepare<[number], JobId>('SELECT job_id FROM job WHERE ordinal = ?').pluck().get(ordinal);
  if (id === undefined) throw new Error(`job ${ordinal} is missing`);
  return id;
}

/** A redaction that an entry records for an earlier one. */
interface RedactionRow extends Pick<Redaction, 'number' | 'hash' | 'rest'> {
  /** The fields as the redaction names them. */
  readonly fields: string;
}

/** Stores the redaction that the entry `saidBy` records for an earlier entry of the chain. */
export function insertRedaction(
  { sqlite }: WriteContext,
  chain: number,
  saidBy: number,
  { number, hash, rest, fields }: Redaction,
): void {
  sqlite
    .prepare<[number, number, number, string, string, string]>(
      'INSERT INTO redaction (chain, number, said_by, hash, rest, fields) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
    .run(chain, number, saidBy, hash, rest, redactedFieldsText(fields));
}

/** The redactions of an entry, in the order of recording. */
export function redactionsOf(sqlite: Sqlite, chain: number, number: number): readonly Redaction[] {
  return sqlite
    .prepare<[number, number], RedactionRow>(
      'SELECT number, hash, rest, fields FROM redaction WHERE chain = ? AND number = ? ORDER BY said_by',
    )
    .all(chain, number)
    .map((row) => ({ ...row, fields: redactedFields.parse(row.fields) }));
}

/**
 * The canonical text of the last entry that records a redaction of this one; null = none here. This laptop's own log
 * may have several chain names, so that entry may be in another chain.
 */
export function lastEntryContaining(sqlite: Sqlite, chain: LogChainId, number: number): string | null {
  return (
    sqlite
      .prepare<[LogChainId, number], string>(
        `SELECT entry.canonical FROM chain JOIN redaction said ON said.chain = chain.ordinal
           JOIN entry ON entry.number = said.said_by AND entry.rest IS NULL AND (entry.chain = chain.ordinal
             OR chain.own = 1 AND entry.chain IN (SELECT ordinal FROM chain WHERE own = 1))
         WHERE chain.chain = ? AND said.number = ?
         ORDER BY said.said_by DESC, entry.chain = chain.ordinal DESC LIMIT 1`,
      )
      .pluck()
      .get(chain, number) ?? null
  );
}

/**
 * The first redacted entry in a range of a chain that its last redaction does not vouch for. Redactions from
 * `untrusted` on do not count. Null = none.
 */
export function firstUnvouched(
  sqlite: Sqlite,
  part: { readonly chain: number; readonly from: number; readonly to: number; readonly untrusted: number },
): number | null {
  return (
    sqlite
      .prepare<typeof part, number>(
        `SELECT entry.number FROM entry WHERE entry.chain = @chain AND entry.rest IS NOT NULL
           AND entry.number BETWEEN @from AND @to AND NOT EXISTS (
           SELECT 1 FROM redaction said WHERE said.chain = entry.chain AND said.number = entry.number
             AND said.hash = entry.hash AND said.rest = entry.rest AND said.said_by < @untrusted
             AND said.said_by = (SELECT max(said_by) FROM redaction last
               WHERE last.chain = entry.chain AND last.number = entry.number))
         ORDER BY entry.number LIMIT 1`,
      )
      .pluck()
      .get({ ...part, untrusted: Math.min(part.untrusted, Number.MAX_SAFE_INTEGER) }) ?? null
  );
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
