import { expect, test, vi } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { startBench } from '../queue/fixture.ts';
import { orderAccess, orderEvent, orderInstallation } from '../queue/orders.ts';
import { feedOf } from '../queue/results.ts';

const CAR = 20_001;
const answers = (status: number, body: string) => ({ kind: 'status', when: 'after', status, body }) as const;

test('an operator that answers 200 where the spec says 204 or 201 puts no write in doubt', async () => {
  const bench = await startBench();
  const { faults } = bench.operator;
  faults.add({ method: 'PUT', path: '/events', effect: answers(200, '{"id":77001}') });
  faults.add({ method: 'PUT', path: '/installations', effect: answers(200, '') });
  faults.add({ method: 'PUT', path: '/assignments', effect: answers(200, '{}') });
  const queue = bench.open();
  const feed = feedOf(bench, queue);
  const event = orderEvent(queue, CAR);
  await queue.comesTo(event, 'done');
  expect(queue.row(event)).toMatchObject({ confirmed_by: 'answer' });
  const [box] = notable.boxes.free;
  const installation = orderInstallation(queue, CAR, box);
  await queue.comesTo(installation, 'done');
  expect(queue.row(installation)).toMatchObject({ confirmed_by: 'answer' });
  const access = orderAccess(queue, CAR);
  await queue.comesTo(access, 'awaiting-result');
  await vi.waitFor(() => expect(bench.operator.webhooks.attempts).toHaveLength(1));
  feed.take();
  expect(queue.row(access)).toMatchObject({ state: 'done', confirmed_by: 'result' });
});
