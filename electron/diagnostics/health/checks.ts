import { existsSync, readdirSync, statSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { statfs } from 'node:fs/promises';
import type {
  HealthFinding,
  UnexpectedStop,
  HealthAct,
  HealthPart,
} from '../../../shared/domain/diagnostics.ts';
import { CLOCK_OFF_MS, type Clock, DAY, HOUR, type Instant } from '../../../shared/time.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import type { SyncState } from '../../../shared/domain/status.ts';
import type { SecretKeeping } from '../../../shared/domain/profile.ts';
import type { OpenProfile } from '../../session/open-profile.ts';
import type { Outside } from '../../session/outside.ts';
import { listCustomers } from '../../operator/endpoints/groups-and-users.ts';
import { problemOf } from '../../operator/operator-error.ts';
import { relayProblemOf } from '../../relay/relay-error.ts';
import { listBackups, longestWaitMs } from '../../db/recovery/backups.ts';
import { isSuspect } from '../../db/recovery/file-state.ts';
import { firstEntryAfter } from '../../db/tables/queue/log-entries.ts';
import { countQueue } from '../../db/tables/queue/queue-lines.ts';
import { faultyResults } from '../../db/tables/queue/results.ts';
import type { OtherWork } from '../profile-databases.ts';

/* The single checks of a health check; each returns a finding with its remedy. */

/** Problems that only a person can fix; a retry does not help. */
const NEEDS_PERSON: ReadonlySet<string> = new Set([
  'operator-login-refused',
  'operator-unauthorised',
  'customer-not-visible',
  'operator-insecure',
  'certificate-untrusted',
  'proxy-login-needed',
  'proxy-refused',
]);

/**
 * Queries the operator with the profile's client: tests address, key, login, and that the customer is still
 * visible.
 */
export async function checkOperator(open: OpenProfile | null): Promise<HealthFinding> {
  if (open === null) return broken('operator', makeProblem('not-connected'), 'open-connection');
  const answer = await open.client.pages((page) => listCustomers(page));
  if (!answer.ok) return operatorFailure(problemOf(answer.error));
  const { id } = open.profile.customer;
  return answer.value.some((seen) => seen.id === id)
    ? good('operator')
    : broken('operator', makeProblem('customer-not-visible'), 'open-connection');
}

const operatorFailure = (problem: Problem): HealthFinding =>
  NEEDS_PERSON.has(problem.code)
    ? broken('operator', problem, 'open-connection')
    : attention('operator', problem, 'try-now');

/** Judges the laptop's clock by the offset in the operator's last answer. */
export function checkClock(open: OpenProfile | null): HealthFinding {
  const offset = open?.clockOffsetMs() ?? null;
  if (offset === null) return unchecked('clock');
  if (Math.abs(offset) < CLOCK_OFF_MS) return good('clock', { offset: Math.abs(offset) });
  return attention('clock', clockProblem(offset), 'measure-clock');
}

/** `offsetMs`: laptop minus operator. */
const clockProblem = (offsetMs: number): Problem =>
  makeProblem(offsetMs > 0 ? 'clock-ahead' : 'clock-behind', { offset: Math.abs(offsetMs) });

/** Asks the relay for the identity that it assigns to this laptop. */
export async function checkRelay(
  open: OpenProfile | null,
  { clock, openRelay }: { readonly clock: Clock; readonly openRelay: Outside['openRelay'] },
  signal: AbortSignal,
): Promise<HealthFinding> {
  const relay = open?.profile.relay ?? null;
  if (open === null || relay === null) return unchecked('relay');
  const client = openRelay({ url: relay.relayUrl, token: relay.relayToken, clock });
  try {
    const answer = await client.me(signal);
    if (!answer.ok) {
      const problem = relayProblemOf(answer.error);
      const isOurs = answer.error.code === 'refused' || answer.error.code === 'wrong-customer';
      return isOurs ? broken('relay', problem, 'open-connection') : attention('relay', problem);
    }
    const { customers, now, role } = answer.value;
    if (customers !== null && !customers.includes(open.profile.customer.id))
      return broken('relay', makeProblem('relay-wrong-customer'), 'open-connection');
    const away = Math.round((clock.now() - now) / 1000);
    return good('relay', {}, { raw: `role ${role}; this laptop's clock minus the relay's: ${away} s` });
  } finally {
    await client.close();
  }
}

/** How far this laptop's log is uploaded to the relay. */
export function checkUpload(open: OpenProfile | null): HealthFinding {
  const upload = open?.uploadState() ?? { state: 'off' as const };
  switch (upload.state) {
    case 'off':
      return unchecked('upload');
    case 'up-to-date':
      return good('upload');
    case 'waiting':
      return good('upload', { count: upload.entries + upload.files }, { how: 'waiting' });
    case 'stopped':
      return attention('upload', upload.problem);
    default:
      return neverReached(upload);
  }
}

/** Threshold beyond the regular backup interval. */
const BACKUP_LATE_MS = HOUR;
/** Threshold of the age of the local copy. While connected, it is refreshed every half hour. */
const FLEET_OLD_MS = DAY;
/** A file that was set aside longer ago does not describe the present state. */
const DAMAGE_COUNTS_FOR_MS = 30 * DAY;

/**
 * Checks the queue: the integrity of its file as the backups found it, whether the disk stored it, which instance sends
 * it, and its content.
 */
export function checkQueue(open: OpenProfile | null): HealthFinding {
  if (open === null) return unchecked('queue');
  const { file, sqlite } = open.database;
  if (isSuspect(file)) return broken('queue', makeProblem('queue-suspect'), 'make-bundle');
  const unsaved = open.database.unsaved();
  if (unsaved !== null) return broken('queue', unsaved, 'try-now');
  const connection = open.engine.connection();
  if (connection.state === 'paused' && connection.problem.code === 'queue-taken-over')
    return broken('queue', connection.problem, 'try-now');
  const { byState } = countQueue(sqlite);
  const count = [...byState.values()].reduce((sum, of) => sum + of, 0);
  const raw = [...byState].map(([state, of]) => `${state}: ${of}`).join('\n');
  return good('queue', { count }, { raw: raw === '' ? null : raw });
}

/** Whether every result from the relay could be applied. */
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

/** Checks the age of the newest backup of the queue database. */
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

/** Reports files that were recently found damaged and set aside. */
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

/** Checks the age of the local copy of the fleet. */
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

/** Checks that the key pictures are available offline. */
export function checkPictures(open: OpenProfile | null): HealthFinding {
  if (open === null) return unchecked('pictures');
  const { kept, missing } = open.pictures.counts();
  return missing === 0
    ? good('pictures', { count: kept })
    : attention('pictures', makeProblem('pictures-missing', { count: missing }), 'read-fleet');
}

const MEGABYTE = 1024 * 1024;
/** Space for a day's photos, a backup of the queue, and a rewrite of the database. */
const ROOM_WANTED_MB = 1024;
/** Below this threshold, saving a step may fail. */
const ROOM_NEEDED_MB = 100;
/** A stop older than this does not describe the present state. */
const STOPS_COUNT_FOR_MS = 7 * DAY;

/** Free space on the disk of the data folder. */
export async function checkDisk(dataDir: string): Promise<HealthFinding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  if (free >= ROOM_WANTED_MB) return good('disk', { free });
  const problem = makeProblem('disk-low', { free }, `${bavail} blocks of ${bsize} bytes`);
  return free >= ROOM_NEEDED_MB ? attention('disk', problem) : broken('disk', problem);
}

/** Whether the support log can be written. The check does not write to it. */
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

/** Where the login is stored. */
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

/** Reports unusable checklists of the workshop; each of `faults` names the file and its fault. */
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

/** Unsent work in other profiles of this laptop. */
export function checkOtherProfiles(others: readonly OtherWork[]): HealthFinding {
  const waiting = others.filter(({ unfinished }) => unfinished === null || unfinished > 0);
  if (waiting.length === 0) return good('other-profiles', { count: others.length });
  const count = waiting.reduce((sum, { unfinished }) => sum + (unfinished ?? 0), 0);
  const raw = waiting
    .map(({ name, unfinished }) => `${name}: ${unfinished === null ? 'cannot be read' : unfinished}`)
    .join('\n');
  return attention('other-profiles', makeProblem('other-work-waiting', { count }, raw), 'open-connection');
}

type Params = Readonly<Record<string, string | number>>;

/** A part without a fault. Words: `health.good.PART`, or `health.good.PART-HOW`. */
export const good = (
  part: HealthPart,
  params: Params = {},
  { how, raw = null }: { readonly how?: string; readonly raw?: string | null } = {},
): HealthFinding => ({
  part,
  state: 'good',
  says: { key: `health.good.${how === undefined ? part : `${part}-${how}`}`, params: { ...params } },
  raw,
});

/** A part with nothing to check, or without an answer. Words: `health.unchecked.PART`. */
const unchecked = (part: HealthPart, raw: string | null = null): HealthFinding => ({
  part,
  state: 'unchecked',
  says: { key: `health.unchecked.${part}`, params: {} },
  raw,
});

/** Work continues, but a person should act. */
export const attention = (
  part: HealthPart,
  problem: Problem,
  act: HealthAct | null = null,
): HealthFinding => ({ part, state: 'attention', problem, act });

/** Something does not work until a person acts. */
export const broken = (part: HealthPart, problem: Problem, act: HealthAct | null = null): HealthFinding => ({
  part,
  state: 'broken',
  problem,
  act,
});
