import { expect, test } from 'vitest';
import { carId, type OperationId } from '../../../shared/ids.ts';
import { boxAsRead, installKind } from '../../../electron/operations/queue/kinds/install.ts';
import { placeProduct } from '../../operator/control/state-views.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';

const [box] = notable.boxes.free;
const [large] = notable.boxes.freeLarge;
const car = 20_001;
/** The variant of the seed's free Boxes. */
const needs = { sapNumber: 'SAP-100', name: 'Box M' };
const sent = ({ operator }: Bench) =>
  operator.journal.matching({ method: 'PUT', path: '/installations' }).length;

interface Order {
  readonly serialNumber: string;
  readonly needs?: typeof needs;
  readonly forced?: ('variant' | 'known')[];
}

/** Orders a Box that the laptop does not know. */
function order(queue: Queue, wanted: Order): OperationId {
  return queue.put(installKind, () => ({
    car: carId.parse(car),
    carLabel: 'M QX 4711',
    productId: null,
    ...wanted,
  }));
}

test('a Box of another variant than the key needs is not sent, and its variant is named', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = order(queue, { serialNumber: large, needs });
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)).toMatchObject({
    code: 'box-wrong-variant',
    params: { serial: large, needed: 'Box M', sap: 'SAP-100' },
  });
  expect(queue.problem(id)?.params['found']).not.toBe('SAP-100');
  expect(sent(bench)).toBe(0);
});

test('a wrong variant that sits in the car already is not taken for the ordered one', async () => {
  const bench = await startBench();
  placeProduct(bench.operator.state, large, car);
  const queue = bench.open();
  const id = order(queue, { serialNumber: large, needs });
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('box-wrong-variant');
});

test('the right variant is installed, and its own article number is kept', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = order(queue, { serialNumber: box, needs });
  await queue.comesTo(id, 'done');
  expect(boxAsRead(queue.row(id).context)?.sapNumber).toBe('SAP-100');
  expect(logged(queue, id)).toMatchObject({ sap: 'SAP-100', variantChecked: true });
});

test('a Box found in the car already keeps its own article number too', async () => {
  const bench = await startBench();
  placeProduct(bench.operator.state, box, car);
  const queue = bench.open();
  const id = order(queue, { serialNumber: box, needs });
  await queue.comesTo(id, 'done');
  expect(boxAsRead(queue.row(id).context)?.sapNumber).toBe('SAP-100');
});

test('without a variant to compare with none is reported as compared', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = order(queue, { serialNumber: box });
  await queue.comesTo(id, 'done');
  expect(logged(queue, id)).toMatchObject({ sap: 'SAP-100', variantChecked: false });
});

test('a variant that a person has forced is sent', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = order(queue, { serialNumber: large, needs, forced: ['variant'] });
  await queue.comesTo(id, 'done');
  expect(sent(bench)).toBe(1);
});

test('a serial that the operator does not know is not sent, unless a person insists', async () => {
  const bench = await startBench();
  const queue = bench.open();
  const id = order(queue, { serialNumber: '009999999', needs });
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('box-unknown');
  expect(sent(bench)).toBe(0);
  const forced = order(queue, { serialNumber: '009999999', needs, forced: ['known'] });
  await queue.comesTo(forced, 'blocked');
  expect(sent(bench)).toBe(1);
});

test('a serial that fits several products is a question for a person', async () => {
  const bench = await startBench();
  const { products } = bench.operator.state;
  const other = [...products.values()].find(({ serialNumber }) => serialNumber === large);
  if (other === undefined) throw new Error('the seed has it');
  products.set(other.id, { ...other, uniqueId: '1234021' });
  const queue = bench.open();
  const id = order(queue, { serialNumber: '00.1234021' });
  await queue.comesTo(id, 'blocked');
  expect(queue.problem(id)?.code).toBe('box-ambiguous');
  expect(sent(bench)).toBe(0);
});

function logged(queue: Queue, id: OperationId): unknown {
  const text = queue.database.sqlite
    .prepare<[string], string>(
      "SELECT data FROM log_entry WHERE type = 'operation-done' AND json_extract(data, '$.operation') = ?",
    )
    .pluck()
    .get(id);
  return text === undefined ? null : JSON.parse(text);
}
