import { expect, test } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { startBench } from '../queue/fixture.ts';
import { feedOf } from '../queue/results.ts';
import { fitted, giveAccess, orderUninstallation, productOf } from './orders.ts';

/** A Box that was taken out by a request without an answer, and that a colleague has put back. */
async function putBack() {
  const bench = await startBench({ resultsLost: true });
  const access = giveAccess(bench.operator, fitted);
  bench.operator.faults.add({
    method: 'DELETE',
    path: '/installations',
    effect: { kind: 'drop', when: 'after' },
  });
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const box = productOf(bench.operator, notable.boxes.installed);
  const id = orderUninstallation(queue, fitted, box);
  await queue.comesTo(id, 'unknown');
  box.carId = fitted;
  const sent = () => bench.operator.journal.matching({ method: 'DELETE', path: '/installations' }).length;
  const checksum = queue.attempts(id)[0]?.checksum;
  return {
    queue,
    id,
    sent,
    box,
    reported: (of: { readonly access?: number; readonly checksum?: string; readonly message?: string }) => {
      feed.give({
        kind: 'deleted',
        payload: {
          checksum: of.checksum ?? checksum,
          assignmentId: of.access ?? access,
          customerId: 4711,
          operationSucceeded: of.message === undefined,
          errorMessage: of.message ?? null,
        },
      });
    },
  };
}

test.for([{}, { message: 'Jammed.' }])(
  'a result of the removal shows that it was carried out: a person decides, and nothing is sent (%o)',
  async (of) => {
    const { queue, id, sent, box, reported } = await putBack();
    reported(of);
    await queue.reaches(id, 'blocked', 'done');
    expect(queue.problem(id)).toMatchObject({
      code: 'box-back-in-car',
      params: { serial: notable.boxes.installed },
    });
    expect([sent(), box.carId]).toEqual([1, fitted]);
  },
);

test('a second removal is a person’s decision, after which the same result has no effect', async () => {
  const { queue, id, sent, box, reported } = await putBack();
  reported({});
  await queue.reaches(id, 'blocked', 'done');
  queue.commands.decide(id, false);
  await queue.reaches(id, 'blocked', 'done');
  expect(queue.row(id).state).toBe('done');
  expect([sent(), box.carId]).toEqual([2, null]);
});

test.for([{ checksum: 'OTHER' }, { access: 1 }])(
  'a result with another body, or of an access that was not in the car, says nothing of it (%o)',
  async (of) => {
    const { queue, id, sent, box, reported } = await putBack();
    reported(of);
    await queue.reaches(id, 'blocked', 'done');
    expect(queue.row(id).state).toBe('done');
    expect([sent(), box.carId]).toEqual([2, null]);
  },
);
