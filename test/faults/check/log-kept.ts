import { z } from 'zod';
import type { LogEntryRow } from '../../../electron/db/tables/queue/log-entries.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import { entryHash, entryOf } from '../../../electron/log/append.ts';
import { LOG_CHAIN_START } from '../../../shared/relay/log.ts';
import { isSupervisor } from '../relay-store.ts';
import type { Scene } from './check.ts';
import type { Facts } from './facts.ts';

/** One entry with what it says. */
interface Line {
  readonly row: LogEntryRow;
  readonly data: Readonly<Record<string, unknown>>;
}

const facts = z.record(z.string(), z.unknown());

/** The log is whole, and line by line it says what the tables say. */
export function checkLog(scene: Scene, { rows, bindings }: Facts): readonly string[] {
  const { sqlite } = scene.open.database;
  const entries = sqlite.prepare<[], LogEntryRow>('SELECT * FROM log_entry ORDER BY number').all();
  const lines = entries.map((row): Line => ({ row, data: facts.parse(JSON.parse(row.data)) }));
  const about = new Map<unknown, Line[]>();
  for (const line of lines) {
    const operation = line.data['operation'];
    if (operation !== undefined) about.set(operation, [...(about.get(operation) ?? []), line]);
  }
  const known = new Set<unknown>(rows.map(({ id }) => id));
  return [
    ...checkChain(entries),
    ...checkSeen(scene, entries),
    ...checkRelay(scene, entries),
    ...rows.flatMap((row) => checkOperation(scene, row, about.get(row.id) ?? [], bindings)),
    ...[...about.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `log: it tells of an operation that is not there: ${String(id)}`),
    ...checkJobs(scene, lines),
  ];
}

/** Each entry builds on the one before. */
export function checkChain(entries: readonly LogEntryRow[]): readonly string[] {
  let previous: string = LOG_CHAIN_START;
  for (const [index, entry] of entries.entries()) {
    if (entry.number !== index + 1) return [`log: entry ${index + 1} is missing`];
    if (entry.previous_hash !== previous || entryHash(entryOf(entry)) !== entry.hash) {
      return [`log: the chain breaks at entry ${entry.number}`];
    }
    previous = entry.hash;
  }
  return [];
}

/** A committed entry is there for ever: a cut tail leaves a chain that is sound in itself. */
export function checkSeen(
  { evidence }: Pick<Scene, 'evidence'>,
  entries: readonly LogEntryRow[],
): readonly string[] {
  for (const [number, hash] of evidence.witness.seen) {
    const found = entries[number - 1];
    if (found === undefined) return [`log: entry ${number} was committed and is gone`];
    if (found.hash !== hash) return [`log: entry ${number} is another one than was committed`];
  }
  return [];
}

/** The relay has the log as it is here, and nothing of this laptop that is not here. */
function checkRelay(
  { world, laptop, rested, evidence }: Scene,
  entries: readonly LogEntryRow[],
): readonly string[] {
  // A day that did not come to rest says so itself.
  if (!rested) return [];
  const there = new Set(world.relay.logOf(laptop).map(({ number, hash }) => `${number} ${hash}`));
  const here = new Set(entries.map(({ number, hash }) => `${number} ${hash}`));
  const missing = [...here].filter((entry) => !there.has(entry)).length;
  const known = evidence.lost.entries;
  const strange = [...there].filter((entry) => !here.has(entry) && !known.has(entry)).length;
  return [
    ...(missing > 0 ? [`log: the relay lacks ${missing} entries that it confirmed`] : []),
    ...(strange > 0 ? [`log: the relay has ${strange} entries that this laptop has not`] : []),
  ];
}

const ends = {
  done: 'operation-done',
  failed: 'operation-failed',
  cancelled: 'operation-cancelled',
} as const;

function checkOperation(
  { open, evidence }: Scene,
  row: OperationRow,
  lines: readonly Line[],
  bindings: ReadonlyMap<string, number>,
): readonly string[] {
  const found: string[] = [];
  const name = `${row.seq} ${row.kind}`;
  const of = (type: string) => lines.filter((line) => line.row.type === type);
  for (const [state, type] of Object.entries(ends)) {
    const reported = of(type).length;
    if (reported !== (row.state === state ? 1 : 0))
      found.push(`log: ${name} is ${row.state}, logged ${reported} times as ${state}`);
  }
  for (const { row: entry, data } of lines) {
    if (data['kind'] !== undefined && data['kind'] !== row.kind)
      found.push(`log: entry ${entry.number} calls ${name} something else`);
    if (entry.job_id !== row.job_id) found.push(`log: entry ${entry.number} puts ${name} into another job`);
  }
  for (const { data } of of('operation-done')) {
    // A result that comes after the end is the better proof, and only the table says so.
    if (data['confirmedBy'] !== row.confirmed_by && row.confirmed_by !== 'result')
      found.push(`log: ${name} is confirmed by another than the log says`);
    const bound = bindings.get(`${row.id} id`);
    if ((data['bound'] ?? undefined) !== bound)
      found.push(`log: ${name} is bound to ${bound ?? 'nothing'}, and the log says another number`);
  }
  if (row.job_id === null && of('edit-requested').length !== 1)
    found.push(`log: ${name} was asked for outside a job, logged ${of('edit-requested').length} times`);
  const yes = open.database.sqlite
    .prepare<[string], { finished_at: number }>(
      `SELECT finished_at FROM attempt WHERE operation_id = ? AND sent = 'answered' AND status IS NULL AND code IS NULL`,
    )
    .all(row.id);
  // A process that stood still may read its answer after the result has ended the operation: only the try keeps that one.
  // The clocks of two processes may differ: it has then touched the row last.
  const touchedLater = row.finished_at !== null && row.updated_at !== row.finished_at;
  // The same where another process has taken the operation over meanwhile, and has put it in doubt.
  // Times do not tell which answer came after that: the clock may have been set meanwhile.
  const takenOver = row.crashes === 0 ? 0 : of('operation-unknown').length;
  const late = takenOver + yes.filter(({ finished_at: at }) => touchedLater && at === row.updated_at).length;
  const accepted = of('operation-accepted').length;
  if (row.kind.endsWith('-assignment') && (accepted > yes.length || accepted < yes.length - late))
    found.push(`log: ${name} was accepted ${yes.length} times, logged ${accepted} times`);
  for (const [type, deed] of [
    ['operation-decided', 'decide'],
    ['operation-retried', 'retry'],
  ] as const) {
    const { sure = 0, unsure = 0 } = evidence.deeds.get(`${deed} ${row.id}`) ?? {};
    const reported = of(type).length;
    if (reported < sure || reported > sure + unsure)
      found.push(`log: ${name} has ${reported} entries ${type} for ${sure} acts of a person`);
  }
  return found;
}

const ofAReview: ReadonlySet<string> = new Set([
  'review-approved',
  'review-rework',
  'review-reopened',
  'review-not-taken',
  'review-reinstated',
]);

/** A job begins once in the log, and ends there when it has ended. */
function checkJobs({ open, laptop }: Scene, lines: readonly Line[]): readonly string[] {
  const found: string[] = [];
  const jobs = open.database.sqlite
    .prepare<[], { id: string; finished_at: number | null }>('SELECT id, finished_at FROM job')
    .all();
  const of = (job: string, type: string) =>
    lines.filter(({ row }) => row.job_id === job && row.type === type).length;
  for (const { id, finished_at: finished } of jobs) {
    if (of(id, 'job-started') !== 1) found.push(`log: job ${id} began ${of(id, 'job-started')} times`);
    // Sending a job back to its supervisor finishes it, also one that was not finished before, and only the rework is logged.
    const ended = of(id, 'job-finished') + of(id, 'rework-done');
    const isEnded = finished !== null;
    if (isEnded !== ended > 0 || of(id, 'job-finished') > 1 + of(id, 'rework-done'))
      found.push(`log: job ${id} ended otherwise than the log says`);
  }
  const known = new Set<string | null>([null, ...jobs.map(({ id }) => id)]);
  for (const { row } of lines) {
    // A supervisor reviews the jobs of other laptops; an installer has no business with them.
    if (!known.has(row.job_id) && !(isSupervisor(laptop) && ofAReview.has(row.type)))
      found.push(`log: entry ${row.number} tells of a job that is not there`);
  }
  return found;
}
