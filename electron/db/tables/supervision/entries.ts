import { z } from 'zod';
import type { JobId } from '../../../../shared/ids.ts';
import { canonicalLogEntry, logEntry, type LogChainId, type LogEntry } from '../../../../shared/relay/log.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import { redactedFields, redactedFieldsText, type Redaction } from '../../../../shared/relay/removals.ts';

/* The log entries of all laptops in supervision.db, and the redactions of their words. */

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
