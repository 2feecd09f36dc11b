import { expect, test } from 'vitest';
import { installKind } from '../../../electron/operations/queue/kinds/install.ts';
import { carId, type OperationId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';

const [box] = notable.boxes.free;
const SERVICE = '/products/*/services';
const sent = ({ operator }: Bench) =>
  operator.journal.matching({ method: 'PUT', path: '/installations' }).length;
const asked = ({ operator }: Bench) => operator.journal.matching({ method: 'GET', path: SERVICE }).length;

function order(queue: Queue, serialNumber: string, forced: readonly 'service'[] = []): OperationId {
  return queue.put(installKind, () => ({
    car: carId.parse(20_001),
    carLabel: 'M QX 4711',
    productId: null,
    serialNumber,
    forced: [...forced],
  }));
}

test.each(['withoutService', 'terminatedService'] as const)(
  'a Box that has no service any more (%s) is not sent, and a person is called by Box and car',
  async (which) => {
    const bench = await startBench();
    const queue = bench.open();
    const id = order(queue, notable.boxes[which]);
    await queue.comesTo(id, 'blocked');
    expect(queue.problem(id)).toMatchObject({
      code: 'box-without-service',
      params: { serial: notable.boxes[which], car: 'M QX 4711' },
    });
    expect(queue.problem(id)?.raw).toMatch(/no service/i);
    expect(sent(bench)).toBe(0);
  },
);

test('a service is read again before each sending, and a Box that has one is sent', async () => {
  const bench = await startBench();
  const queue = bench.open();
  await queue.comesTo(order(queue, box), 'done');
  expect(asked(bench)).toBe(1);
  expect(sent(bench)).toBe(1);
});

test('a Box without a service that a person insists on is sent, and the operator decides', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = order(queue, notable.boxes.withoutService, ['service']);
  await queue.comesTo(id, 'blocked');
  expect(sent(bench)).toBe(1);
  expect(queue.problem(id)?.code).toBe('box-without-service');
});

test('a service that cannot be read just now is read again, and nothing is sent before', async () => {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'GET', path: SERVICE, effect: { kind: 'status', status: 500 } });
  const queue = bench.open();
  const id = order(queue, notable.boxes.withoutService);
  await queue.reaches(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('box-without-service');
  expect(asked(bench)).toBeGreaterThan(1);
  expect(sent(bench)).toBe(0);
});

test('where services are not offered, the operator’s answer to the installation decides', async () => {
  const bench = await startBench({ notOffered: ['GET /products/{productId}/services'] });
  const queue = bench.open();
  await queue.comesTo(order(queue, box), 'done');
  expect(sent(bench)).toBe(1);
});
