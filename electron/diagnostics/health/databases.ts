import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HealthFinding } from '../../../shared/domain/diagnostics.ts';
import type { SyncState } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { DAY, HOUR, type Instant } from '../../../shared/time.ts';
import { listBackups } from '../../db/recovery/backup-files.ts';
import { longestWaitMs } from '../../db/recovery/backup-pace.ts';
import { isSuspect } from '../../db/recovery/suspect.ts';
import { firstEntryAfter } from '../../db/tables/queue/log-entries.ts';
import { countByState } from '../../db/tables/queue/operations.ts';
import { faultyResults } from '../../db/tables/queue/results.ts';
import type { OpenProfile } from '../../session/open-profile.ts';
import { attention, broken, good, unchecked } from './finding.ts';

/** Beyond the time that a backup may wait. */
const BACKUP_LATE_MS = HOUR;
/** The fleet is read again every half hour while there is a connection. */
const FLEET_OLD_MS = DAY;
/** A file that was put aside long ago says nothing about today. */
const DAMAGE_COUNTS_FOR_MS = 30 * DAY;

/** The file with the work: whether it is whole, as far as its copies showed, and what is in it. */
export function checkQueue(open: OpenProfile | null): HealthFinding {
  if (open === null) return unchecked('queue');
  const { file, sqlite } = open.database;
  if (isSuspect(file)) return broken('queue', makeProblem('queue-suspect'), 'make-bundle');
  const counts = countByState(sqlite);
  const count = [...counts.values()].reduce((sum, of) => sum + of, 0);
  const raw = [...counts].map(([state, of]) => `${state}: ${of}`).join('\n');
  return good('queue', { count }, { raw: raw === '' ? null : raw });
}

/** Whether every result that came through the relay could be applied. */
export function checkResults(open: Pick<OpenProfile, 'database'> | null): HealthFinding {
  if (open === null) return unchecked('results');
  const faulty = faultyResults(open.database.sqlite);
  if (faulty.length === 0) return good('results');
  const raw = faulty
    .map((row) => `${new Date(row.fetched_at).toISOString()} ${row.kind ?? ''} ${row.fault}`)
    .join('\n');
  return attention(
    'results',
    makeProblem('results-not-applied', { count: faulty.length }, raw),
    'make-bundle',
  );
}

/** The newest copy of the file with the work. */
export function checkBackup(open: Pick<OpenProfile, 'database'> | null, now: Instant): HealthFinding {
  if (open === null) return unchecked('backup');
  const { file, sqlite } = open.database;
  const backups = listBackups(join(dirname(file), 'backups'));
  const [newest] = backups;
  if (isSuspect(file)) return attention('backup', makeProblem('backup-ended'));
  const raw = backups.map(({ at }) => new Date(at).toISOString()).join('\n');
  const missedSince = firstEntryAfter(sqlite, newest?.at ?? 0);
  const bytes = newest && statSync(newest.file, { throwIfNoEntry: false })?.size;
  const waitMs = longestWaitMs(bytes ?? 0);
  if (missedSince !== null && now - missedSince > waitMs + BACKUP_LATE_MS)
    return attention('backup', makeProblem('backup-behind', {}, raw === '' ? null : raw));
  return newest === undefined
    ? unchecked('backup')
    : good('backup', { at: newest.at, count: backups.length }, { raw });
}

/** Files that were damaged and put aside of late. */
export function checkRestoration(open: OpenProfile | null, now: Instant): HealthFinding {
  if (open === null) return unchecked('restoration');
  const folder = join(dirname(open.database.file), 'damaged');
  const kept = existsSync(folder)
    ? readdirSync(folder).map((name) => ({ name, at: Math.round(statSync(join(folder, name)).mtimeMs) }))
    : [];
  const late = kept.filter(({ at }) => now - at < DAMAGE_COUNTS_FOR_MS);
  if (late.length === 0) return good('restoration');
  const at = Math.max(...late.map((one) => one.at));
  const raw = late.map((one) => one.name).join('\n');
  return attention('restoration', makeProblem('damaged-kept', { at }, raw), 'make-bundle');
}

/** The copy of the operator's fleet, and how old it is. */
export function checkDirectory(open: OpenProfile | null, now: Instant): HealthFinding {
  if (open === null) return unchecked('directory');
  const sync = open.sync.state();
  switch (sync.state) {
    case 'never':
      return attention('directory', makeProblem('fleet-never-read'), 'read-fleet');
    case 'running':
      return unchecked('directory');
    case 'complete':
      return ageOf(sync, now);
    case 'stopped':
      return attention('directory', sync.problem, 'read-fleet');
    default:
      return neverReached(sync);
  }
}

function ageOf(
  { asOf, notOffered }: Extract<SyncState, { readonly state: 'complete' }>,
  now: Instant,
): HealthFinding {
  const raw = notOffered.length === 0 ? null : `not offered: ${notOffered.join(', ')}`;
  return now - asOf > FLEET_OLD_MS
    ? attention('directory', makeProblem('fleet-old', { at: asOf }, raw), 'read-fleet')
    : good('directory', { at: asOf }, { raw });
}

/** Pictures of keys that are shown without a network. */
export function checkPictures(open: OpenProfile | null): HealthFinding {
  if (open === null) return unchecked('pictures');
  const { kept, missing } = open.pictures.counts();
  return missing === 0
    ? good('pictures', { count: kept })
    : attention('pictures', makeProblem('pictures-missing', { count: missing }), 'read-fleet');
}
