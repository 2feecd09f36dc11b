import { z } from 'zod';
import type { JobId } from '../../../../shared/ids.ts';
import { canonicalLogEntry, logEntry, type LogChainId, type LogEntry } from '../../../../shared/relay/log.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** An entry as it is kept: the text that was hashed, and its hash. */
interface EntryRow {
  readonly canonical: string;
  readonly hash: string;
  /** Of one whose words were removed: the hash of what is left, which `canonical` is then. */
  readonly rest: string | null;
}

/**
 * Keeps one; what became of it: `known` is here already, `other` is here with another hash and stays as it is.
 *
 * @param rest the hash of what is left where it is marked as redacted, else null.
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

/** Leaves of a kept entry what is given; `rest` is its hash. */
export function blankEntry({ sqlite }: WriteContext, chain: number, left: LogEntry, rest: string): void {
  sqlite
    .prepare<[string, string, number, number]>(
      'UPDATE entry SET canonical = ?, rest = ? WHERE chain = ? AND number = ?',
    )
    .run(canonicalLogEntry(left), rest, chain, left.number);
}

/** Does the chain tell of the job already? */
export function tellsOfJob(sqlite: Sqlite, chain: number, job: number): boolean {
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

/** Everything about a job, with the chain each entry stands in; in no order. */
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

/** How many there are. */
export function countEntries(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT coalesce(sum(entries), 0) FROM chain').pluck().get() ?? 0;
}

/** The jobs that a chain tells of from a number on. */
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

/** The small number of a job, made where it is new. */
export function jobOrdinal({ sqlite }: WriteContext, job: JobId): number {
  const known = ordinalOf(sqlite, job);
  if (known !== null) return known;
  return Number(sqlite.prepare<[JobId]>('INSERT INTO job (job_id) VALUES (?)').run(job).lastInsertRowid);
}

/** Null where no entry tells of it. */
export function ordinalOf(sqlite: Sqlite, job: JobId): number | null {
  return sqlite.prepare<[JobId], number>('SELECT ordinal FROM job WHERE job_id = ?').pluck().get(job) ?? null;
}

/** The job of a small number. */
export function jobOf(sqlite: Sqlite, ordinal: number): JobId {
  const id = sqlite.prepare<[number], JobId>('SELECT job_id FROM job WHERE ordinal = ?').pluck().get(ordinal);
  if (id === undefined) throw new Error(`job ${ordinal} is missing`);
  return id;
}
