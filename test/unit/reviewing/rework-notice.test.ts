import { expect, test } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { createAttention } from '../../../electron/notifications/attention.ts';
import type { Place } from '../../../shared/ipc/messages.ts';
import { known, openJobs } from '../jobs/bench.ts';
import { manualClock } from '../relay-client/manual-clock.ts';
import { arrives, reviewFor } from './reviewing-bench.ts';

/** A laptop that watches the rework of supervisors. */
function watched() {
  const bench = openJobs();
  const clock = manualClock();
  const shown: { readonly title: string; readonly body: string; readonly place: Place }[] = [];
  const attention = createAttention({
    database: bench.database,
    clock,
    notifier: { show: (notice) => void shown.push(notice) },
    signs: { show: () => undefined },
    connection: () => ({ state: 'untried' }),
    wanted: () => true,
    namesCars: () => true,
    translate: createTranslator('en'),
    report: (cause) => {
      throw cause;
    },
  });
  const look = () => {
    attention.update();
    clock.advance(1000);
  };
  return { bench, shown, look };
}

test('one job that is sent back is called by its car and leads to it', () => {
  const { bench, shown, look } = watched();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  arrives(bench, reviewFor(job));
  look();
  look();
  expect(shown).toEqual([
    {
      title: '1 job needs rework',
      body: 'M BX 1077: a supervisor asks for rework.',
      place: { screen: 'job', jobId: job },
    },
  ]);
});

test('several that come together are one call, which leads to Home', () => {
  const { bench, shown, look } = watched();
  for (const job of [startJob(bench.parts), startJob(bench.parts)]) arrives(bench, reviewFor(job));
  look();
  expect(shown).toEqual([
    {
      title: '2 jobs need rework',
      body: 'A supervisor asks for rework.',
      place: { screen: 'home' },
    },
  ]);
});
