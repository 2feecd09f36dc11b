import { entryHash } from '../../../electron/log/append.ts';
import { entryOf } from '../../../electron/log/entry-row.ts';
import { LOG_CHAIN_START } from '../../../shared/relay/log.ts';
import type { LogEntryRow } from '../../../electron/db/tables/queue/log-entries.ts';
import type { Scene } from './check.ts';
import type { Facts } from './facts.ts';

/** The log's chain holds and tells every end once; the operator was never asked for what the spec forbids. */
export function checkRecords({ open, world, faults }: Scene, facts: Facts): readonly string[] {
  const found: string[] = [];
  const entries = open.database.sqlite
    .prepare<[], LogEntryRow>('SELECT * FROM log_entry ORDER BY number')
    .all();
  let previous: string = LOG_CHAIN_START;
  for (const [index, entry] of entries.entries()) {
    const { hash } = entry;
    if (entry.number !== index + 1) found.push(`log: entry ${index + 1} is missing`);
    if (entry.previous_hash !== previous || entryHash(entryOf(entry)) !== hash) {
      found.push(`log: the chain breaks at entry ${entry.number}`);
      break;
    }
    previous = hash;
  }
  const ends = {
    done: 'operation-done',
    failed: 'operation-failed',
    cancelled: 'operation-cancelled',
  } as const;
  for (const row of facts.rows) {
    if (row.state !== 'done' && row.state !== 'failed' && row.state !== 'cancelled') continue;
    const told = entries.filter(
      ({ type, data }) =>
        type === ends[row.state === 'done' ? 'done' : row.state === 'failed' ? 'failed' : 'cancelled'] &&
        data.includes(row.id),
    );
    if (told.length !== 1)
      found.push(`log: ${row.seq} ${row.kind} is ${row.state}, told ${told.length} times`);
  }
  for (const { rule, method, path, detail } of world.operator.violations.all) {
    found.push(`forbidden: ${rule}: ${method} ${path}: ${detail}`);
  }
  const storageWasHard = world.storm.diskFull > 0 || world.storm.databaseBusy > 0;
  for (const text of faults) {
    if (storageWasHard && /not-saved-disk-full|database-busy/.test(text)) continue;
    if (/another instance has taken this queue over/.test(text)) continue;
    found.push(`fault: ${text}`);
  }
  return found;
}
