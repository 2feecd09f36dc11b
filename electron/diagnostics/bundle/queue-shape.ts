import type { Sqlite } from '../../db/open.ts';
import { maskDetails } from '../mask-details.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Of what is not through, and of what is: the newest of each. */
const MOST_OPEN = 500;
const MOST_ENDED = 200;
/** Characters of the operator's words. */
const LONGEST_SAID = 2000;
const ENDED = "('done', 'failed', 'cancelled')";

/**
 * How a queue stands: which operations there are, how far each is, and how the operator answered each try, in its own words with
 * everything masked that is not technical. What the operations are about (payloads, lanes) is not read at all.
 *
 * @param known words of this laptop's own data, in small letters: masked, however plain.
 */
export function queueShape(sqlite: Sqlite, known: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const rows = (sql: string, ...given: readonly number[]): readonly Row[] => {
    try {
      return sqlite.prepare<number[], Row>(sql).all(...given);
    } catch (cause) {
      // An older file lacks a table, a damaged one a page: the rest is worth telling.
      return [{ unreadable: cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown' }];
    }
  };
  /** The same with what the operator said, `says`, masked. */
  const spoken = (sql: string, ...given: readonly number[]): readonly Row[] =>
    rows(sql, ...given).map((row) =>
      typeof row['says'] === 'string'
        ? { ...row, says: maskDetails(row['says'].slice(0, LONGEST_SAID), known) }
        : row,
    );
  const operations = (which: string, most: number) =>
    rows(
      `SELECT id, kind, state, environment, customer_id AS customer, job_id AS job, attempt, crashes, delays, negative_reads,
         json_extract(problem, '$.code') AS problem, confirmed_by, revision, created_at, claimed_at, not_before,
         maybe_sent_at, accepted_at, updated_at, finished_at
       FROM operation WHERE state ${which} ${ENDED} ORDER BY seq DESC LIMIT ?`,
      most,
    );
  return {
    states: rows('SELECT kind, state, count(*) AS count FROM operation GROUP BY kind, state'),
    unfinished: operations('NOT IN', MOST_OPEN),
    ended: operations('IN', MOST_ENDED),
    attempts: spoken(
      `SELECT operation_id AS operation, number, started_at, finished_at, sent, status, code, message AS says FROM attempt
       WHERE operation_id IN (SELECT id FROM operation WHERE state NOT IN ${ENDED} ORDER BY seq DESC LIMIT ?)
         OR operation_id IN (SELECT id FROM operation WHERE state IN ${ENDED} ORDER BY seq DESC LIMIT ?)
       ORDER BY operation_id, number`,
      MOST_OPEN,
      MOST_ENDED,
    ),
    failedResults: spoken(
      `SELECT kind, state, operation_id AS operation, fetched_at, fault,
         json_extract(payload, '$.payload.errorMessage') AS says
       FROM result WHERE fault IS NOT NULL OR json_extract(payload, '$.payload.operationSucceeded') = 0
       ORDER BY fetched_at DESC LIMIT ?`,
      MOST_ENDED,
    ),
    incidents: spoken('SELECT operation_id AS operation, code, at, seen_at, message AS says FROM incident'),
    jobs: rows('SELECT kind, count(*) AS count, count(finished_at) AS finished FROM job GROUP BY kind'),
    log: rows('SELECT count(*) AS entries, max(number) AS newest, max(at) AS newest_at FROM log_entry'),
    notes: rows('SELECT matter, count, at, seen_at FROM relay_note'),
    lease: rows('SELECT fence, renewed_at, released FROM lease'),
  };
}

/** The version of a database's tables, and how many rows each has. */
export function schemaOf(sqlite: Sqlite): Readonly<Record<string, unknown>> {
  return {
    version: sqlite.pragma('user_version', { simple: true }),
    pages: sqlite.pragma('page_count', { simple: true }),
    freePages: sqlite.pragma('freelist_count', { simple: true }),
    quickCheck: sqlite.pragma('quick_check(1)', { simple: true }) === 'ok' ? 'ok' : 'damaged',
  };
}
