import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database, WriteContext } from '../../../electron/db/open.ts';
import { insertJob, readJob } from '../../../electron/db/tables/queue/jobs.ts';
import { moveOperation, readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { addCarToGroupKind } from '../../../electron/operations/queue/kinds/add-car-to-group.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import type { QueueTarget } from '../../../electron/operations/queue/parts.ts';
import { contract } from '../../../shared/ipc/contract.ts';
import { carId, customerId, groupId, type JobId } from '../../../shared/ids.ts';
import { DAY, MINUTE, SECOND } from '../../../shared/time.ts';
import { nothingOutside } from '../../integration/profiles/nothing-outside.ts';
import { notable } from '../../operator/seed/notable.ts';
import { BASE_URL, fillDirectory, openCore } from '../search/boxwright.ts';
import { fleetCars } from '../search/fleet.ts';

/** How much a laptop has. */
export interface LaptopSize {
  readonly cars: number;
  readonly jobs: number;
  readonly entries: number;
}
/** The data of a laptop of some years. */
export const FULL: LaptopSize = { cars: 100_000, jobs: 10_000, entries: 1_000_000 };

/** Jobs whose rows share a commit. */
const JOBS_AT_ONCE = 500;
/** Of the entries of a job those that begin and end it. */
const BESIDE_BOXES = 3;
/** The makes of the cars in the log's jobs: as many of each. */
export const BRANDS = ['Ford', 'Opel', 'Volkswagen', 'Mercedes-Benz'] as const;
/** How long ago the newest of them ended: none is among what Home shows of today. */
const ENDED = 2 * DAY;

const customer = customerId.parse(notable.customerId);
const targetAt = (baseUrl: string): QueueTarget => ({ environment: 'uat', baseUrl, customerId: customer });

/**
 * Fills a data folder: the fleet, finished jobs with a confirmed operation each, and the log that tells of them. `baseUrl` is the
 * operator it belongs to; no server listens at the default address.
 */
export async function fillProfile(
  dataDir: string,
  baseUrl: string = BASE_URL,
  cars: ReturnType<typeof fleetCars> = fleetCars(FULL.cars),
  size: LaptopSize = FULL,
): Promise<void> {
  const target = targetAt(baseUrl);
  fillDirectory(dataDir, cars, baseUrl);
  const pattern = await oneJob(dataDir, baseUrl, cars[0]?.id ?? 0);
  // The supervisor's order knows seconds: the oldest job has one of its own.
  await pause(SECOND);
  const { queueFile } = profileFolder(dataDir, { address: target, customerId: customer });
  const database = openQueueDatabase(queueFile, target, () => undefined);
  try {
    fillQueue(database, target, pattern, size);
  } finally {
    database.close();
  }
}

/** A finished job as the app itself leaves it, whose row the others take after. */
async function oneJob(dataDir: string, baseUrl: string, car: number): Promise<JobId> {
  const core = await openCore(dataDir, baseUrl);
  const ask = async (name: string, input: unknown) => {
    const answer = await core.ask(name, input);
    if (!answer.ok) throw new Error(`${name} answered ${answer.error.code}`);
    return answer.value;
  };
  try {
    const { id } = contract['jobs.start'].output.parse(await ask('jobs.start', { kind: 'installation' }));
    await ask('jobs.chooseCar', { jobId: id, carId: car });
    await ask('jobs.finish', { jobId: id });
    return id;
  } finally {
    await core.close();
  }
}

/** How the VIN of each of them begins; the number of its job follows, seven digits. */
export const VIN_BEGINS = 'WF0XXXTTGX';

/** The car of a job as its log tells of it: what supervisors find it by. */
const carOf = (number: number) => ({
  car: number + 1,
  plate: `Q ${number}`,
  name: `Van ${number}`,
  vin: `${VIN_BEGINS}${String(number).padStart(7, '0')}`,
  brand: BRANDS[number % BRANDS.length] ?? '',
  model: 'Transit',
});

function fillQueue(database: Database, target: QueueTarget, pattern: JobId, size: LaptopSize): void {
  const row = readJob(database.sqlite, pattern);
  if (row === undefined) throw new Error('the job was not written');
  const { series_id: _series, series_number: _number, ...job } = row;
  const ids = createIds();
  const { clock } = nothingOutside;
  const log = createInstallationLog({ ids, clock, worker: () => 'Bay 3 Tester', clockOffsetMs: () => null });
  const entriesPerJob = size.entries / size.jobs;
  const putJob = (context: WriteContext, number: number) => {
    const id = ids.job();
    const endedAt = clock.now() - ENDED - number * MINUTE;
    insertJob(context, {
      ...job,
      id,
      started_at: endedAt - MINUTE,
      updated_at: endedAt,
      finished_at: endedAt,
    });
    const operation = ids.operation();
    const payload = {
      car: carId.parse(number + 1),
      carLabel: `Q ${number}`,
      group: groupId.parse(301),
      groupName: 'Night fleet',
    };
    enqueue(context, target, { id: operation, kind: addCarToGroupKind, payload, job: id }, endedAt - MINUTE);
    for (const state of ['sending', 'done'] as const) {
      const kept = readOperation(context.sqlite, operation);
      if (kept === undefined) throw new Error('it was not written');
      const change = state === 'done' ? { confirmed_by: 'answer' as const, finished_at: endedAt } : {};
      moveOperation(context, kept, state, endedAt, change);
    }
    log.append(context, { job: id, type: 'job-started', data: { kind: 'installation' } });
    log.append(context, { job: id, type: 'car-chosen', data: carOf(number) });
    for (let entry = BESIDE_BOXES; entry < entriesPerJob; entry += 1) {
      log.append(context, { job: id, type: 'box-chosen', data: { serial: randomUUID(), variant: 'box' } });
    }
    log.append(context, { job: id, type: 'job-finished', data: {} });
  };
  for (let from = 0; from < size.jobs; from += JOBS_AT_ONCE) {
    database.write((context) => {
      for (let number = from; number < Math.min(from + JOBS_AT_ONCE, size.jobs); number += 1)
        putJob(context, number);
    });
  }
}
