import { logEntry, LOG_CHAIN_START } from '../../../../shared/relay/log.ts';
import type { Sqlite } from '../../../db/open.ts';
import { putRow } from '../../../db/recovery/put-row.ts';
import type { Salvaged, StoredRow } from '../../../db/recovery/salvage.ts';
import { doubtAttachments } from '../../../db/tables/queue/attachments.ts';
import { doubtReviews } from '../../../db/tables/queue/outgoing-reviews.ts';
import { lastLogEntry } from '../../../db/tables/queue/log-entries.ts';
import { entryHash } from '../../../log/append.ts';

/**
 * Goes on with the log where the sound file ends, as far as each entry builds on the one before. What lies beyond a gap
 * cannot be vouched for: it stays in the damaged file and at the relay, and the log forks there
 * (docs/decisions/0012-a-log-that-forks.md).
 */
export function mergeLog(sqlite: Sqlite, salvaged: Salvaged, isFresh: boolean): void {
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
