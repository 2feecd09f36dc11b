import { join } from 'node:path';
import { createIds } from '../../../electron/base/ids.ts';
import { asFileProblem } from '../../../electron/db/file-problem.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { openKeptQueue } from '../../../electron/operations/queue/open-queue.ts';
import { customerId } from '../../../shared/ids.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { mkdirSync } from 'node:fs';
import { movingClock } from '../queue/moving-clock.ts';

/** Opens the queue in the data folder that is named, and says what became of it: run as a process of its own. */
const [, , dataDir = ''] = process.argv;
const folder = join(dataDir, 'profiles/uat-0123/4711');
const clock = movingClock();
try {
  asFileProblem(folder, () => mkdirSync(folder, { recursive: true }));
  openKeptQueue({
    file: join(folder, 'queue.db'),
    target: { environment: 'uat', baseUrl: 'http://127.0.0.1:1', customerId: customerId.parse(4711) },
    clock,
    log: createInstallationLog({ ids: createIds(), clock, worker: () => 'Jo', clockOffsetMs: () => null }),
    pid: process.pid,
    processAlive: () => false,
    onCommitted: () => undefined,
    report: () => undefined,
  }).database.close();
  console.log('opened');
} catch (cause) {
  if (!(cause instanceof ProblemError)) throw cause;
  console.log(cause.problem.code);
}
