import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { createAppCore } from '../../../electron/app/app-core.ts';
import { createPublisher } from '../../../electron/base/publisher.ts';
import { createRouter } from '../../../electron/handlers/router.ts';
import { nothingOutside } from '../../integration/profiles/nothing-outside.ts';
import { askAsWindow } from '../../unit/ipc/ask-as-window.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';
import { between, spent } from './process-figures.ts';
import { plannedJobs, workedJob } from './worked-job.ts';

/** The argument: the connection of the laptop, its jobs, and how long it rests afterwards. */
const order = z.object({
  env: z.record(z.string(), z.string()),
  dataDir: z.string(),
  jobs: plannedJobs,
  restMs: z.number(),
});

/** Beyond the backup of a job's end and the upload of its entries. */
const SETTLED_MS = 8_000;
const FLEET_READ_MS = 60_000;

/** A laptop in a process of its own, so that its costs are not those of operator and relay. Prints its figures. */
const { env, dataDir, jobs, restMs } = order.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
/** The number up to which the view reaches that the window shows, and how often the window would read it again. */
let shownUpTo = 0;
let changes = 0;
let readAgain = 0;
const publisher = createPublisher(
  (topics, numbers) => {
    for (const [place, topic] of topics.entries()) {
      if (!topic.startsWith('job:')) continue;
      changes += 1;
      if ((numbers[place] ?? 0) > shownUpTo) readAgain += 1;
    }
  },
  setImmediate,
  setTimeout,
);
const core = await createAppCore({
  ...nothingOutside,
  publish: publisher.publish,
  published: publisher.published,
  env,
  dataDir,
  secrets: memorySecrets(),
  version: 'bench',
});
const router = createRouter({
  handlers: core.handlers,
  ready: core.ready,
  inPage: core.inPage,
  refusal: core.refusal,
  role: core.role,
  leastByInput: core.leastByInput,
  isTrustedSender: () => true,
  log: () => undefined,
});
const reached = z.object({ value: z.object({ upTo: z.number() }) });
let answered = 0;
const ask = askAsWindow({
  ...router,
  handle: async (name, input, sender) => {
    const envelope = await router.handle(name, input, sender);
    answered += JSON.stringify(envelope).length;
    shownUpTo = Math.max(shownUpTo, reached.safeParse(envelope).data?.value.upTo ?? 0);
    // The next call of a window comes in another turn.
    await nextTurn();
    return envelope;
  },
});
await ask('people.signIn', { by: 'name', name: 'Bay 3' });
const deadline = performance.now() + FLEET_READ_MS;
while ((await ask('directory.searchCars', { text: jobs[0]?.plate ?? '', limit: 1 })).rows.length === 0) {
  if (performance.now() > deadline) throw new Error('the fleet is not read');
  await pause(100);
}
await pause(SETTLED_MS);
answered = 0;
changes = 0;
readAgain = 0;
const begun = spent();
for (const job of jobs) await workedJob(ask, job);
const worked = between(begun, spent());
const answers = { bytes: answered, changes, readAgain };
await pause(SETTLED_MS);
const resting = spent();
await pause(restMs);
const rested = between(resting, spent());
await core.close();
console.log(JSON.stringify({ worked, answers, rested }));
