import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { createFileWorker } from '../../../electron/db/file-worker.ts';
import { makeBackup } from '../../../electron/db/recovery/backups.ts';
import { createIds } from '../../../electron/base/ids.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import { listCars } from '../../../electron/operator/endpoints/cars.ts';
import { listGroups } from '../../../electron/operator/endpoints/groups-and-users.ts';
import { openLaptop } from '../../integration/relay-uploads/laptop.ts';
import { openCore } from '../search/boxwright.ts';
import { steps } from '../enqueue/steps.ts';
import { clientOf, drainOrders } from '../drain/laptop.ts';
import { watched, type Watch } from '../frame/watched.ts';
import { syncing } from '../sync/first-sync.ts';
import { order } from './order.ts';

/*
 * One work of the main process in a process of its own, on the disk that its parent gives it. Prints how late the event loop was.
 */

const CARS = 500;
const GROUPS = 4;
const JOBS = 500;
const STEPS = 200;
const ENTRIES_OF_A_JOB = 20;
const LOOK_EVERY_MS = 5;

const asked = order.parse(JSON.parse(process.argv[2] ?? ''));
const { folder } = asked;
const inside = (name: string) => join(folder, name);

/** Finished jobs in the log of this laptop, a few in each commit. */
async function fillLog({ database, jobs }: OpenProfile): Promise<void> {
  const ids = createIds();
  for (let number = 0; number < JOBS; number += 1) {
    const job = ids.job();
    const plate = `Q ${number}`;
    database.writeUnsynced((context) => {
      jobs.log.append(context, { job, type: 'job-started', data: { kind: 'installation' } });
      const car = { car: number + 1, plate, name: `Van ${number}`, vin: '', brand: 'Ford', model: 'Transit' };
      jobs.log.append(context, { job, type: 'car-chosen', data: car });
      for (let entry = 3; entry < ENTRIES_OF_A_JOB; entry += 1) {
        const serial = `QX-${number}-${entry}`;
        jobs.log.append(context, { job, type: 'box-chosen', data: { serial, variant: 'box' } });
      }
      jobs.log.append(context, { job, type: 'job-finished', data: {} });
      context.changed('log');
    });
    await nextTurn();
  }
}

const laptop = (relayUrl: string, token: string): OpenProfile =>
  openLaptop({ dataDir: folder, relayUrl, token });

/** The same work; it answers its milliseconds. */
const timed = (work: () => Promise<unknown>) => async (): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

const NOWHERE = 'http://127.0.0.1:1';

/** Each work prepares itself, and watches its part. */
const works: Readonly<Record<z.infer<typeof order>['work'], (watch: Watch) => Promise<unknown>>> = {
  steps: async (watch) => {
    const core = await openCore(folder);
    await steps(core.ask, 1, 0);
    await watch(timed(() => steps(core.ask, STEPS, 1)));
    await core.close();
  },
  sync: (watch) => syncing(asked.operatorUrl, inside('directory.db'), watch),
  drain: async (watch) => {
    const client = clientOf(asked.operatorUrl);
    const [cars, groups] = [await client.pages(listCars), await client.pages(listGroups)];
    if (!cars.ok || !groups.ok) throw new Error('the fleet could not be read');
    const into = groups.value.slice(0, GROUPS);
    const orders = cars.value
      .slice(0, CARS)
      .flatMap((car) => into.map((group) => ({ car: car.id, group: group.id })));
    await drainOrders(inside('queue.db'), asked.operatorUrl, client, orders, watch);
    await client.close();
  },
  backup: async (watch) => {
    const open = laptop(NOWHERE, 'none');
    await fillLog(open);
    const worker = createFileWorker();
    await watch(
      timed(async () => {
        const made = await makeBackup(open.database, {
          folder: inside('backups'),
          at: Date.now(),
          thorough: true,
          mayStay: () => true,
          worker,
          signal: new AbortController().signal,
        });
        if (made.made !== 'yes') throw new Error(`the backup: ${made.made}`);
      }),
    );
    await worker.end();
    await open.close();
  },
  upload: async (watch) => {
    const before = laptop(NOWHERE, 'none');
    await fillLog(before);
    await before.close();
    const open = laptop(asked.relayUrl, asked.token);
    await watch(
      timed(async () => {
        while (open.uploadState().state !== 'up-to-date') await pause(LOOK_EVERY_MS);
      }),
    );
    await open.close();
  },
  supervision: async (watch) => {
    const open = laptop(NOWHERE, 'none');
    await fillLog(open);
    await watch(
      timed(async () => {
        open.supervision.copies.start();
        if (!(await open.supervision.copies.settled())) throw new Error('the reading did not end');
      }),
    );
    await open.close();
  },
};

await works[asked.work](async (work) => {
  const figures = await watched(work);
  console.log(JSON.stringify(figures));
  return figures.ms;
});
