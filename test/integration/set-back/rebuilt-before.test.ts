import { expect, test } from 'vitest';
import { startBench } from '../queue/fixture.ts';
import { orderCar } from '../queue/orders.ts';

test('a disk set back to a rebuilt queue.db sends nothing again that an earlier run had claimed', async () => {
  const bench = await startBench();
  const { faults, journal } = bench.operator;
  const busy = faults.add({
    method: 'PUT',
    path: '/cars',
    count: 'all',
    effect: { kind: 'status', when: 'before', status: 503 },
  });
  await bench.open().stop();
  const before = bench.open();
  const car = orderCar(before, 'M QX 4711');
  await before.reaches(car, 'sending');
  await before.reaches(car, 'ready');
  // A queue.db that is rebuilt begins without the lease of the damaged one.
  before.database.write(({ sqlite }) => sqlite.exec('DELETE FROM lease'));
  await before.stop();
  faults.clear(busy);
  const queue = bench.open({ compareLog: () => Promise.resolve('behind') });
  await queue.comesTo(car, 'unknown');
  expect(journal.executions({ method: 'PUT', path: '/cars' })).toBe(0);
});
