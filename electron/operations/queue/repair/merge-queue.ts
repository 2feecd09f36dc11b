import { readJson } from '../../../../shared/json-text.ts';
import { logEntry, LOG_CHAIN_START } from '../../../../shared/relay/log.ts';
import { repairReferences, putRow, type Salvaged, type StoredRow } from '../../../db/recovery/salvage.ts';
import type { TableShape } from '../../../db/recovery/find-damage.ts';
import type { Sqlite } from '../../../db/open.ts';
import { goOnAfterAllTicks } from '../../../db/tables/queue/operation-history.ts';
import { doubtAttachments } from '../../../db/tables/queue/attachments.ts';
import { doubtReviews } from '../../../db/tables/queue/outgoing-reviews.ts';
import { lastLogEntry } from '../../../db/tables/queue/log-entries.ts';
import { entryHash } from '../../../log/append.ts';
import { payloadDigest } from '../enqueue.ts';

/** The merged rows. */
interface Merged {
  /** Operations of which the damaged file's own row is what counts, and is known to be the last one written. */
  readonly certain: ReadonlySet<string>;
  /** Rows that could be read and were used. */
  readonly rows: number;
}

/**
 * Tables that are not simply put together: whose file it is, who drains it, the order of its events, and how far others were read. A place in a feed
 * that is too old costs a page read twice; one that is too new would pass over results.
 */
const LEFT_OUT = new Set(['identity', 'lease', 'feed_position', 'review_position', 'tick']);
const OF_LOG = new Set(['log_entry', 'log_chain', 'log_upload']);
const ENDED = new Set<unknown>(['done', 'failed', 'cancelled']);

/**
 * Puts what was read of a damaged file into a sound one, in one transaction. `newest`: the damaged file was the last one
 * written to, so its rows go before those that are there; else they only fill gaps.
 */
export function mergeQueue(
  sqlite: Sqlite,
  salvaged: Salvaged,
  {
    tables,
    newest,
    isFresh,
  }: { readonly tables: readonly TableShape[]; readonly newest: boolean; readonly isFresh: boolean },
): Merged {
  sqlite.pragma('foreign_keys = OFF');
  const merged = sqlite
    .transaction(() => {
      let rows = 0;
      const certain = new Set<string>();
      for (const { name } of tables) {
        if (LEFT_OUT.has(name) || OF_LOG.has(name)) continue;
        for (const row of salvaged.rows(name)) {
          if (name === 'operation') {
            if (!mergeOperation(sqlite, row, newest)) continue;
            if (newest) certain.add(String(row['id']));
          } else if (!isSound(name, row) || !putRow(sqlite, name, row, newest ? 'replace' : 'keep')) continue;
          rows += 1;
        }
      }
      mergeLog(sqlite, salvaged, isFresh);
      goOnAfterAllTicks(sqlite);
      repairReferences(sqlite);
      return { certain, rows };
    })
    .immediate();
  sqlite.pragma('foreign_keys = ON');
  return merged;
}

/** Data that does not even parse says nothing; the table itself refuses what has the wrong type or an unknown state. */
function isSound(table: string, row: StoredRow): boolean {
  const texts =
    table === 'job' ? ['data'] : table === 'hand_over' || table === 'draft' ? ['draft', 'content'] : [];
  return texts.every((column) => {
    const text = row[column];
    return typeof text !== 'string' || readJson(text) !== undefined;
  });
}

interface Standing {
  readonly seq: number;
  readonly state: string;
  readonly attempt: number;
  readonly revision: number;
  readonly updated_at: number;
}

/** True where the row counts from now on. An end is an end, whichever file says so. */
function mergeOperation(sqlite: Sqlite, row: StoredRow, newest: boolean): boolean {
  const { id, payload, payload_digest: digest } = row;
  if (typeof id !== 'string' || typeof payload !== 'string') return false;
  const there = sqlite
    .prepare<[string], Standing>(
      'SELECT seq, state, attempt, revision, updated_at FROM operation WHERE id = ?',
    )
    .get(id);
  if (there === undefined) {
    const isTaken =
      sqlite.prepare<[unknown]>('SELECT 1 FROM operation WHERE seq = ?').get(row['seq']) !== undefined;
    const { seq: _seq, ...unplaced } = row;
    // A damaged payload that nothing else tells of is kept: it is parked with a sentence when its turn comes.
    return putRow(sqlite, 'operation', isTaken ? unplaced : row, 'keep') && hasOperation(sqlite, id);
  }
  if (ENDED.has(there.state) || payloadDigest(payload) !== digest) return false;
  if (!newest && !ENDED.has(row['state']) && isAhead(there, row)) return false;
  return putRow(sqlite, 'operation', { ...row, seq: there.seq }, 'replace');
}

const hasOperation = (sqlite: Sqlite, id: string): boolean =>
  sqlite.prepare<[string]>('SELECT 1 FROM operation WHERE id = ?').get(id) !== undefined;

function isAhead(there: Standing, row: StoredRow): boolean {
  for (const column of ['attempt', 'revision', 'updated_at'] as const) {
    const other = Number(row[column]);
    if (there[column] !== other) return there[column] > other;
  }
  return true;
}

/**
 * Goes on with the log where the sound file ends, as far as each entry builds on the one before. What lies beyond a gap
 * cannot be vouched for: it stays in the damaged file and at the relay, and the log forks there
 * (docs/decisions/0012-a-log-that-forks.md).
 */
function mergeLog(sqlite: Sqlite, salvaged: Salvaged, isFresh: boolean): void {
  const last = lastLogEntry(sqlite);
  let number = last?.number ?? 0;
  let hash = last?.hash ?? LOG_CHAIN_START;
  const byNumber = new Map(salvaged.rows('log_entry').map((row) => [row['number'], row]));
  for (;;) {
    const row = byNumber.get(number + 1);
    if (row === undefined || row['previous_hash'] !== hash || !isAsWritten(row)) break;
    if (!putRow(sqlite, 'log_entry', row, 'keep')) break;
    number += 1;
    hash = String(row['hash']);
  }
  const chains = salvaged
    .rows('log_chain')
    .filter((row) => Number(row['after']) <= number)
    .toSorted((one, other) => Number(one['ordinal']) - Number(other['ordinal']));
  // A log that starts again is another one, and goes by another name.
  if (isFresh && number > 0 && chains[0]?.['after'] === 0) sqlite.exec('DELETE FROM log_chain');
  if (!isFresh || number > 0) for (const chain of chains) putRow(sqlite, 'log_chain', chain, 'keep');
  // The relay is asked about the rest: what it has already changes nothing there.
  sqlite.prepare<[number]>('UPDATE log_upload SET confirmed = min(confirmed, ?)').run(number);
  // Of the files and reviews that were brought only the entries after them showed whether it still has them.
  doubtAttachments({ sqlite });
  doubtReviews({ sqlite });
}

/** A redacted entry cannot be hashed any more; a later entry vouches for it, as for every reader. */
function isAsWritten(row: StoredRow): boolean {
  if (row['redacted'] === 1) return true;
  const entry = logEntry.safeParse({
    number: row['number'],
    id: row['id'],
    at: row['at'],
    clockOffsetMs: row['clock_offset_ms'],
    worker: row['worker'],
    jobId: row['job_id'],
    type: row['type'],
    data: row['data'],
    previousHash: row['previous_hash'],
    hash: row['hash'],
  });
  return entry.success && entryHash(entry.data) === entry.data.hash;
}
