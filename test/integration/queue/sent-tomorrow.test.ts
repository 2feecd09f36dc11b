import { expect, test, vi } from 'vitest';
import { DAY } from '../../../shared/time.ts';
import { giveAccess, orderEnd } from '../queue-kinds/orders.ts';
import { startBench } from './fixture.ts';

const CAR = 20_001;

test('a removal sent "tomorrow", by a clock that was set back since, causes no useless reads for a day', async () => {
  const bench = await startBench({ resultsLost: true });
  const queue = bench.open();
  const access = giveAccess(bench.operator, CAR);
  const removal = orderEnd(queue, access, CAR);
  await queue.comesTo(removal, 'awaiting-result');
  queue.database.write(({ sqlite }) =>
    sqlite.prepare('UPDATE operation SET claimed_at = claimed_at + ? WHERE id = ?').run(DAY, removal),
  );
  await vi.waitFor(() => expect(bench.operator.state.assignments.has(access)).toBe(false));
  const began = bench.clock.now();
  await queue.reaches(removal, 'done', 'blocked');
  expect(queue.row(removal)).toMatchObject({ state: 'done', confirmed_by: 'query' });
  expect(bench.clock.now() - began).toBeLessThan(DAY / 2);
});
