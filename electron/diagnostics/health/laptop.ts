import { statfs } from 'node:fs/promises';
import { closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HealthFinding, UnexpectedStop } from '../../../shared/domain/diagnostics.ts';
import type { SecretKeeping } from '../../../shared/domain/profile.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { DAY, type Instant } from '../../../shared/time.ts';
import type { OtherWork } from '../profile-files.ts';
import { attention, broken, good } from './finding.ts';

const MEGABYTE = 1024 * 1024;
/** A day's photos, a backup of the queue, and room to rewrite the database. */
const ROOM_WANTED_MB = 1024;
/** Below this a step may not be saved any more. */
const ROOM_NEEDED_MB = 100;
/** A fault of last week says little about today. */
const STOPS_COUNT_FOR_MS = 7 * DAY;

/** Room on the disk that holds the data folder. */
export async function checkDisk(dataDir: string): Promise<HealthFinding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  if (free >= ROOM_WANTED_MB) return good('disk', { free });
  const problem = makeProblem('disk-low', { free }, `${bavail} blocks of ${bsize} bytes`);
  return free >= ROOM_NEEDED_MB ? attention('disk', problem) : broken('disk', problem);
}

/** Can the log for support be written? Nothing is changed in it. */
export function checkLogFile(dataDir: string): HealthFinding {
  const folder = join(dataDir, 'logs');
  try {
    mkdirSync(folder, { recursive: true });
    closeSync(openSync(join(folder, 'boxwright.log'), 'a'));
    const files = readdirSync(folder);
    const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    return good('log-file', { size: Math.ceil(bytes / 1024) });
  } catch (cause) {
    const raw = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
    return attention('log-file', makeProblem('log-file-not-written', {}, raw));
  }
}

/** How the login is kept. */
export function checkSecrets(keeping: SecretKeeping): HealthFinding {
  switch (keeping) {
    case 'os-store':
      return good('secrets');
    case 'environment-variables':
      return good('secrets', {}, { how: 'given' });
    case 'memory-only':
      return attention('secrets', makeProblem('secrets-not-kept'));
    default:
      return neverReached(keeping);
  }
}

/** Checklists of the workshop that cannot be used; `faults` name the file and what is wrong with it. */
export function checkChecklists(faults: readonly string[], used: number): HealthFinding {
  if (faults.length === 0) return good('checklists', { count: used });
  const problem = makeProblem('checklists-not-used', { count: faults.length }, faults.join('\n'));
  return attention('checklists', problem, 'open-settings');
}

/** Recent unexpected stops. */
export function checkStops(stops: readonly UnexpectedStop[], now: Instant): HealthFinding {
  const late = stops.filter(({ at }) => now - at < STOPS_COUNT_FOR_MS);
  const [newest] = late;
  if (newest === undefined) return good('stops');
  const raw = late
    .map(({ at, kind, reason, frames }) =>
      [`${new Date(at).toISOString()} ${kind}: ${reason}`, ...frames.slice(0, 3)].join('\n  '),
    )
    .join('\n');
  const problem = makeProblem('stopped-unexpectedly', { count: late.length, at: newest.at }, raw);
  return attention('stops', problem, 'make-bundle');
}

/** Work of other environments and customers of this laptop that has not left. */
export function checkOtherProfiles(others: readonly OtherWork[]): HealthFinding {
  const waiting = others.filter(({ unfinished }) => unfinished === null || unfinished > 0);
  if (waiting.length === 0) return good('other-profiles', { count: others.length });
  const count = waiting.reduce((sum, { unfinished }) => sum + (unfinished ?? 0), 0);
  const raw = waiting
    .map(({ name, unfinished }) => `${name}: ${unfinished === null ? 'cannot be read' : unfinished}`)
    .join('\n');
  return attention('other-profiles', makeProblem('other-work-waiting', { count }, raw), 'open-connection');
}
