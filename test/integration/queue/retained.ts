import { expect } from 'vitest';
import { insertJob, updateJob, writeDraft, writeJobSearch } from '../../../electron/db/tables/queue/jobs.ts';
import { createIds } from '../../../electron/base/ids.ts';
import type { AttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { addCarToGroupKind } from '../../../electron/operations/queue/kinds/add-car-to-group.ts';
import { createCarKind } from '../../../electron/operations/queue/kinds/create-car.ts';
import { removeSome, type RetentionRun } from '../../../electron/operations/queue/retention.ts';
import { groupId, type JobId } from '../../../shared/ids.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { DAY } from '../../../shared/time.ts';
import { type Bench, emptyGroup, type Queue, startBench } from './fixture.ts';

/** Photos of no test but its own. */
export const noFiles = {
  remove: (digest: AttachmentDigest) => expect.fail(`removes ${digest}`),
  keepOnly: () => Promise.resolve(),
};

/** Turns at a moment so many days from now until one finds nothing. */
export function tidy(
  bench: Bench,
  queue: Queue,
  days: number,
  uploadsLog = false,
  attachments: Pick<AttachmentFiles, 'remove'> = noFiles,
): readonly RetentionRun[] {
  const turns: RetentionRun[] = [];
  do {
    turns.push(
      removeSome({
        database: queue.database,
        timeToJudgeBy: () => bench.clock.now() + days * DAY,
        uploadsLog,
        attachments,
      }),
    );
  } while (turns.at(-1) !== 0 && turns.length < 20);
  return turns;
}

export const count = (queue: Queue, table: string) =>
  queue.database.sqlite.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0;
/** Every table that has rows, but for the log and what a file always has. */
export function filled(queue: Queue): readonly string[] {
  const names = queue.database.sqlite
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
         AND name NOT IN ('identity', 'lease', 'log_entry', 'log_chain', 'log_upload', 'feed_position', 'tick') ORDER BY name`,
    )
    .pluck()
    .all();
  return names.filter((name) => count(queue, name) > 0);
}

/** A job whose car was made and put into a group; `finished` says whether the installer is through. */
export async function oneJob(finished = true) {
  const bench = await startBench();
  const queue = bench.open();
  const ids = createIds();
  const [job, made, member] = [ids.job(), ids.operation(), ids.operation()];
  const at = bench.clock.now();
  queue.database.write((context) => {
    const row = { id: job, kind: 'installation', worker: 'Jo', data: '{}', intent_digest: null } as const;
    insertJob(context, { ...row, started_at: at, updated_at: at, finished_at: null });
    writeDraft(context, job, 'car', 'M QX', at);
    writeJobSearch(context, job, 'mqx4711');
    queue.parts.log.append(context, { job, type: 'job-started', data: { kind: 'installation' } });
    const plate = 'M QX 4711';
    const newCar = { self: made, name: 'Van', vin: null, licensePlate: plate, brand: 'Ford', model: null };
    enqueue(context, bench.target, { id: made, kind: createCarKind, payload: newCar, job }, at);
    const group = groupId.parse(emptyGroup(bench));
    const membership = {
      car: { op: made, field: 'id' } as const,
      carLabel: plate,
      group,
      groupName: 'Bay 3',
    };
    enqueue(context, bench.target, { id: member, kind: addCarToGroupKind, payload: membership, job }, at);
  });
  queue.engine.wake();
  await queue.comesTo(member, 'done');
  if (finished) finish(queue, job, at);
  return { bench, queue, job, made, member, ids };
}

export function finish(queue: Queue, job: JobId, at: number): void {
  queue.database.write((context) => {
    updateJob(context, { id: job, data: '{}', updated_at: at, finished_at: at });
  });
}
