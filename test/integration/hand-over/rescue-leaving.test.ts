import { expect, test } from 'vitest';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { countedWrites } from '../../e2e/fixture/operator-record.ts';
import { furnish } from '../../e2e/fixture/leaving.ts';
import { crewAtRelay, dies } from './crew.ts';
import { boxesIn, knowing, NEW_BOX, order, work, WRITES } from './leaving-acts.ts';

const upTo = (step: 'decision' | 'losses') => order.slice(0, order.indexOf(step) + 1);

test.each([
  ['removal', 'before it left'],
  ['removal', 'after it was done'],
  ['swap', 'before it left'],
  ['swap', 'after it was done'],
] as const)(
  'a %s whose laptop dies %s is continued, and each write takes effect once',
  async (kind, death) => {
    const crew = await crewAtRelay();
    const { operator } = crew;
    const car = furnish({ operator });
    const [one, two] = [await crew.laptop('Kim', 'Bay 1'), await crew.laptop('Sam', 'Bay 2')];
    const [dead, taker] = [one.open(), two.open()];
    for (const { directory } of [dead, taker]) await knowing(directory, operator, car);
    const job = startJob(dead.parts, kind);
    await work(dead, job, car, upTo('losses'));
    dead.cut(true);
    await work(dead, job, car, order.slice(order.indexOf('losses') + 1, order.indexOf('decision') + 1));
    await dead.mirrored(job);
    dead.cutRelay(true);
    if (death === 'after it was done') {
      dead.cut(false);
      await dead.settled(job);
    }
    await dies(dead);
    crew.silence();
    await taker.rescued.take(job);
    expect(taker.view(job)).toMatchObject({ kind, worker: 'Kim', takenOverBy: 'Sam', finishedAt: null });
    await taker.settled(job);
    await work(taker, job, car, order.slice(order.indexOf('decision') + 1));
    await taker.settled(job);
    finishJob(taker.parts, job);
    expect(taker.view(job)).toMatchObject({ status: 'done', problem: null });

    await dead.close();
    const back = one.open();
    await expect.poll(() => back.viewAny(job).handedOver).toBe(true);
    await back.settled(job);
    expect(countedWrites(operator)).toEqual(WRITES[kind]);
    expect(boxesIn(operator, car)).toEqual(kind === 'swap' ? [NEW_BOX] : []);
    expect(operator.violations.all).toEqual([]);
  },
);
