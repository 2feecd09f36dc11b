import { readJson } from '../../../../shared/parsing.ts';
import { logEntry, LOG_CHAIN_START } from '../../../../shared/relay/log.ts';
import {
  repairReferences,
  putRow,
  type Salvaged,
  type StoredRow,
  type TableShape,
} from '../../../db/recovery/damage.ts';
import type { Sqlite } from '../../../db/open.ts';
import { advanceTick } from '../../../db/tables/queue/operation-history.ts';
import { doubtAttachments } from '../../../db/tables/queue/attachments.ts';
import { refoldBoxes } from '../../../db/tables/queue/box-stock.ts';
import { doubtReviews } from '../../../db/tables/queue/outgoing-reviews.ts';
import { lastLogEntry } from '../../../db/tables/queue/log-entries.ts';
import { entryHash } from '../../../log/append.ts';
import { payloadDigest } from '../enqueue.ts';

/** The merged rows. */
interface Merged {
  /** Operations whose row in the damaged file is known to be the last one written. */
  readonly certain: ReadonlySet<string>;
  /** Number of readable rows that were used. */
  readonly rows: number;
}

/**
 * Tables that are not merged: owner, lease, event order, read positions, and the Boxes, which are rebuilt from the
 * merged log. A feed position that is too old costs reading a page twice. One that is too new would skip results.
 */
const LEFT_OUT = new Set(['identity', 'lease', 'feed_position', 'review_position', 'tick', 'box_stock']);
const OF_LOG = new Set(['log_entry', 'log_chain', 'log_upload']);
const ENDED = new Set<unknown>(['done', 'failed', 'cancelled']);

/**
 * Merges the rows of a damaged file into an undamaged one, in one transaction. `newest`: the damaged file was written
 * last, so its rows replace existing ones; otherwise they only fill gaps.
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
      refoldBoxes({ sqlite });
      advanceTick(sqlite);
      repairReferences(sqlite);
      return { certain, rows };
    })
    .immediate();
  sqlite.pragma('foreign_keys = ON');
  return merged;
}

/** Rows with unparsable JSON are skipped; the table itself refuses wrong types and unknown states. */
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

/** True when the row is used. An end state counts, whichever file has it. */
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
    // A damaged payload without another copy is kept: the operation is parked with a message when it is due.
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
 * Continues the log at the end of the undamaged file, as long as each entry's hash follows the previous one. Entries
 * after a gap cannot be verified: they stay in the damaged file and at the relay, and the log forks there
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
  // A log that restarts is a different log and gets a new chain name.
  if (isFresh && number > 0 && chains[0]?.['after'] === 0) sqlite.exec('DELETE FROM log_chain');
  if (!isFresh || number > 0) for (const chain of chains) putRow(sqlite, 'log_chain', chain, 'keep');
  // Asks the relay about the remaining entries; uploads are idempotent.
  sqlite.prepare<[number]>('UPDATE log_upload SET confirmed = min(confirmed, ?)').run(number);
  // Only later log entries showed whether the relay still has uploaded files and reviews.
  doubtAttachments({ sqlite });
  doubtReviews({ sqlite });
}

/** A redacted entry's hash cannot be verified; a later entry vouches for it, as for every reader. */
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
