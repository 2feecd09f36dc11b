import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { startOperator, type RunningOperator } from '../../operator/start.ts';
import { startForwarder } from '../../kill/forwarder.ts';
import { relayProcess, tokenCommand } from '../relay/relay-process.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { imageOf, openLaptop, setBackInPlace } from './laptop.ts';

async function operatorOf(): Promise<RunningOperator> {
  const operator = await startOperator({ cars: 40, settings: { resultDelayMs: 0 } });
  onTestFinished(operator.stop);
  return operator;
}

async function relayOf() {
  const folder = tempFolder();
  const customer = String(notable.customerId);
  const made = await tokenCommand(
    folder,
    'create',
    '--role',
    'installer',
    '--name',
    'Bay',
    '--customer',
    customer,
  );
  const relay = await relayProcess(folder);
  const way = await startForwarder();
  onTestFinished(way.stop);
  const port = Number(new URL(relay.url).port);
  way.forwardTo(port);
  return {
    relay: { relayUrl: `http://127.0.0.1:${way.port}`, relayToken: made.stdout.trim() },
    cut: () => way.forwardTo(null),
    mend: () => way.forwardTo(port),
  };
}

const carsMade = ({ journal }: RunningOperator) => journal.executions({ method: 'PUT', path: '/cars' });
const eventsMade = ({ journal }: RunningOperator) => journal.executions({ method: 'PUT', path: '/events' });

/** A laptop that was closed with a car and an event unsent, an image of it, and the same laptop after both were sent. */
async function sentSinceTheImage(
  operator: RunningOperator,
  relay?: Parameters<typeof openLaptop>[1]['relay'],
) {
  const dataDir = tempFolder();
  const place = relay === undefined ? { dataDir } : { dataDir, relay };
  const before = openLaptop(operator, { ...place, isCut: true });
  const car = before.orderCar('M QX 4711');
  const event = before.orderEvent();
  if (relay !== undefined) await before.isUploaded();
  await before.close();
  const image = imageOf(dataDir);
  const laptop = openLaptop(operator, place);
  await laptop.comesTo(car, 'done');
  await laptop.comesTo(event, 'done');
  if (relay !== undefined) await laptop.isUploaded();
  await laptop.close();
  expect([carsMade(operator), eventsMade(operator)]).toEqual([1, 1]);
  return { place, image, car, event };
}

describe('a laptop that is set back to an older image of its disk', () => {
  test('asks the relay first, and reconciles later requests instead of sending them again', async () => {
    const operator = await operatorOf();
    const { relay } = await relayOf();
    const { place, image, car, event } = await sentSinceTheImage(operator, relay);
    setBackInPlace(place.dataDir, image);
    const laptop = openLaptop(operator, place);
    expect(await laptop.comesTo(car, 'done')).toMatchObject({ confirmed_by: 'query' });
    expect((await laptop.comesTo(event, 'blocked')).problem).toContain('event-may-be-recorded');
    expect([carsMade(operator), eventsMade(operator)]).toEqual([1, 1]);
    await vi.waitFor(() =>
      expect(laptop.notes().map(({ matter }) => matter)).toEqual(['data-set-back', 'log-continued']),
    );
    expect(laptop.notes()[0]?.count).toBe(2);
  });

  test('sends nothing of before while the relay has not been asked, and goes on where it stays unreachable', async () => {
    const operator = await operatorOf();
    const { relay, cut } = await relayOf();
    const dataDir = tempFolder();
    const before = openLaptop(operator, { dataDir, relay, isCut: true });
    const car = before.orderCar('M QX 4711');
    await before.close();
    cut();
    const laptop = openLaptop(operator, { dataDir, relay });
    expect(await laptop.comesTo(car, 'done')).toMatchObject({ confirmed_by: 'answer' });
    expect(laptop.notes()).toEqual([]);
  });

  test('and learns it only later, reads what is still unfinished @long', async () => {
    const operator = await operatorOf();
    const { relay, cut, mend } = await relayOf();
    const { place, image, car, event } = await sentSinceTheImage(operator, relay);
    setBackInPlace(place.dataDir, image);
    cut();
    const laptop = openLaptop(operator, { ...place, isCut: true });
    await vi.waitFor(() => expect(laptop.open.engine.connection().state).toBe('offline'));
    mend();
    laptop.reconnect();
    expect(await laptop.comesTo(car, 'done')).toMatchObject({ confirmed_by: 'query' });
    await laptop.comesTo(event, 'blocked');
    expect([carsMade(operator), eventsMade(operator)]).toEqual([1, 1]);
  });
});

test.for([true, false])(
  'a laptop and its clone at work at once carry out each order once, with a relay: %s',
  async (hasRelay) => {
    const operator = await operatorOf();
    const way = hasRelay ? { relay: (await relayOf()).relay } : {};
    const dataDir = tempFolder();
    const before = openLaptop(operator, { dataDir, ...way, isCut: true });
    const car = before.orderCar('M QX 4711');
    const event = before.orderEvent();
    if (hasRelay) await before.isUploaded();
    await before.close();
    const copied = imageOf(dataDir);
    const [first, clone] = [dataDir, copied].map((folder) =>
      openLaptop(operator, { dataDir: folder, ...way }),
    );
    if (first === undefined || clone === undefined) throw new Error('two were opened');
    await first.comesTo(car, 'done');
    await clone.comesTo(car, 'done');
    // No read finds a recorded event: a person says whether it was recorded. With a relay the first laptop may hear of the clone first.
    const { state } = await first.comesTo(event, 'done', 'blocked');
    await clone.comesTo(event, 'blocked');
    expect([carsMade(operator), eventsMade(operator)]).toEqual([1, state === 'done' ? 1 : 0]);
    expect(clone.notes().map(({ matter }) => matter)).toContain('data-set-back');
  },
);

test('a laptop whose clone has worked meanwhile reconciles the clone’s requests', async () => {
  const operator = await operatorOf();
  const { relay } = await relayOf();
  const dataDir = tempFolder();
  const before = openLaptop(operator, { dataDir, relay, isCut: true });
  const access = before.orderAccess();
  await before.isUploaded();
  await before.close();
  const copied = imageOf(dataDir);
  // The first laptop goes on with its log before the clone does: the relay has all of it.
  const first = openLaptop(operator, { dataDir, relay, isCut: true });
  first.orderCar('M QX 4711');
  await first.isUploaded();
  await first.close();
  const clone = openLaptop(operator, { dataDir: copied, relay });
  await clone.comesTo(access, 'done');
  await clone.isUploaded();
  await clone.close();
  const again = openLaptop(operator, { dataDir, relay });
  expect(await again.comesTo(access, 'done')).toMatchObject({ confirmed_by: 'query', attempt: 0 });
  expect(operator.journal.executions({ method: 'PUT', path: '/assignments' })).toBe(1);
  expect(again.notes().map(({ matter }) => matter)).toEqual(['data-set-back']);
  await again.isUploaded();
  await again.close();
  // Reported once: the next start knows the clone.
  const last = openLaptop(operator, { dataDir, relay, isCut: true });
  const event = last.orderEvent();
  await last.isUploaded();
  await last.close();
  const next = openLaptop(operator, { dataDir, relay });
  expect(await next.comesTo(event, 'done')).toMatchObject({ confirmed_by: 'answer' });
});

test('a laptop whose whole log is at the relay sends the rest of the last run at once @long', async () => {
  const operator = await operatorOf();
  const { relay } = await relayOf();
  const dataDir = tempFolder();
  const before = openLaptop(operator, { dataDir, relay, isCut: true });
  const event = before.orderEvent();
  await before.isUploaded();
  await before.close();
  const laptop = openLaptop(operator, { dataDir, relay });
  expect(await laptop.comesTo(event, 'done')).toMatchObject({ confirmed_by: 'answer' });
  expect(laptop.notes()).toEqual([]);
});

describe('without a relay', () => {
  test('a copy of the data folder reconciles the requests that the first laptop may have sent since', async () => {
    const operator = await operatorOf();
    const { image, car, event } = await sentSinceTheImage(operator);
    const clone = openLaptop(operator, { dataDir: image });
    expect(await clone.comesTo(car, 'done')).toMatchObject({ confirmed_by: 'query' });
    await clone.comesTo(event, 'blocked');
    expect([carsMade(operator), eventsMade(operator)]).toEqual([1, 1]);
    expect(clone.notes()).toEqual([{ matter: 'data-set-back', count: 2 }]);
    // Reported once: the next start knows the folder.
    await clone.close();
    const again = openLaptop(operator, { dataDir: image });
    expect(again.notes()).toEqual([{ matter: 'data-set-back', count: 2 }]);
  });

  test('the same folder, reopened, sends the rest @long', async () => {
    const operator = await operatorOf();
    const dataDir = tempFolder();
    const before = openLaptop(operator, { dataDir, isCut: true });
    const event = before.orderEvent();
    await before.close();
    const laptop = openLaptop(operator, { dataDir });
    expect(await laptop.comesTo(event, 'done')).toMatchObject({ confirmed_by: 'answer' });
    expect(laptop.notes()).toEqual([]);
  });
});
