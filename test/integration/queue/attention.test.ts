import { expect, test } from 'vitest';
import type { ConnectionState } from '../../../shared/domain/status.ts';
import type { Place } from '../../../shared/ipc/messages.ts';
import { makeProblem } from '../../../shared/problem.ts';
import type { PresenceSigns } from '../../../electron/base/ports.ts';
import { createTranslator } from '../../../electron/base/translator.ts';
import { createAttention, createCombinedCalling } from '../../../electron/notifications/attention.ts';
import { connectionId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type Bench, type Queue, startBench } from './fixture.ts';
import { orderAccess, orderGroup, orderInstallation } from './orders.ts';

const [box, otherBox] = notable.boxes.free;
const refused = { kind: 'status', status: 400, body: '"No."' } as const;

/** One who watches the queue, and what was shown. */
function watch(
  { clock }: Bench,
  queue: Queue,
  connection: () => ConnectionState = () => ({ state: 'untried' }),
) {
  const shown: { title: string; body: string; place: Place }[] = [];
  const signsShown: PresenceSigns[] = [];
  const preferences = { wanted: true, namesCars: true };
  const customer = connectionId.parse('uat-0123456789ab/4711');
  const calling = createCombinedCalling({
    notifier: { show: ({ title, body, place }) => shown.push({ title, body, place }) },
    presence: { show: (signs) => signsShown.push(signs) },
    wanted: () => preferences.wanted,
    namesCars: () => preferences.namesCars,
    translate: createTranslator('en'),
    isShown: () => true,
  });
  const attention = createAttention({
    ...calling.of(customer, () => 'Fleet North'),
    database: queue.database,
    clock,
    connection,
    report: (cause) => {
      throw cause;
    },
  });
  const look = () => {
    attention.update();
    attention.update();
    clock.advance(1000);
  };
  const stop = () => {
    attention.stop();
    calling.clear(customer);
  };
  return { shown, signsShown, preferences, look, stop };
}

/** An installation that the operator refuses as often as it is sent. */
async function refusedInstallation() {
  const bench = await startBench();
  bench.operator.faults.add({ method: 'PUT', path: '/installations', count: 'all', effect: refused });
  const queue = bench.open();
  const id = orderInstallation(queue, 20_001, box);
  await queue.comesTo(id, 'blocked');
  return { bench, queue, id };
}

test('a person is called once, led to the operation, and not again for a retry or after a restart', async () => {
  const { bench, queue, id } = await refusedInstallation();
  const { shown, look } = watch(bench, queue);
  look();
  look();
  expect(shown).toEqual([
    {
      title: '1 operation needs you',
      body: `Box ${box} in M QX 4711 needs your decision.`,
      place: { screen: 'queue', operation: id },
    },
  ]);
  queue.commands.retry(id);
  await queue.comesTo(id, 'blocked');
  look();
  const afterRestart = watch(bench, queue);
  afterRestart.look();
  expect([shown.length, afterRestart.shown.length]).toEqual([1, 0]);
});

test('many troubles at once are one call, which leads to all of them', async () => {
  const { bench, queue } = await refusedInstallation();
  const second = orderInstallation(queue, 20_002, otherBox);
  await queue.comesTo(second, 'blocked');
  const { shown, look } = watch(bench, queue);
  look();
  expect(shown).toMatchObject([
    { title: '2 operations need you', place: { screen: 'queue', operation: null } },
  ]);
});

test('behind a locked window a person is called without plate and serial', async () => {
  const { bench, queue, id } = await refusedInstallation();
  const { shown, preferences, look } = watch(bench, queue);
  preferences.namesCars = false;
  look();
  expect(shown).toEqual([
    {
      title: '1 operation needs you',
      body: 'An operation needs your decision.',
      place: { screen: 'queue', operation: id },
    },
  ]);
});

test('switched off no person is called, and switched on again not for old trouble', async () => {
  const { bench, queue } = await refusedInstallation();
  const { shown, preferences, look } = watch(bench, queue);
  preferences.wanted = false;
  look();
  preferences.wanted = true;
  look();
  expect(shown).toEqual([]);
});

test('neither persons nor groups are named where others may see it', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const ids = [orderAccess(queue, 20_001), orderGroup(queue, 'Fitters of Mr Secret')];
  const { shown, look } = watch(bench, queue);
  for (const id of ids) {
    queue.database.sqlite.prepare(`UPDATE operation SET state = 'blocked' WHERE id = ?`).run(id);
    look();
  }
  expect(shown.map(({ body }) => body)).toEqual([
    'M QX 4711 needs your decision.',
    'An operation needs your decision.',
  ]);
});

test('a pause of everything is announced once while it lasts', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const problem = makeProblem('operator-login-refused');
  const { shown, look } = watch(bench, queue, () => ({ state: 'paused', since: 5, problem }));
  look();
  look();
  expect(shown).toMatchObject([{ title: 'Sending is paused', place: { screen: 'queue', operation: null } }]);
});

test('the badge of the icon counts operations that need a person, with or without notifications, and disappears with the profile', async () => {
  const { bench, queue } = await refusedInstallation();
  const { preferences, signsShown, look, stop } = watch(bench, queue);
  preferences.wanted = false;
  look();
  expect(signsShown).toEqual([
    { needPerson: 1, says: '1 operation needs you', state: '1 operation needs you', isSending: false },
  ]);
  stop();
  expect(signsShown.at(-1)).toEqual({ needPerson: 0, says: '', state: 'Nothing waits', isSending: false });
});

test('the laptop is kept awake while something is to be sent, not while nothing can be or a result is awaited', async () => {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  const access = orderAccess(queue, 20_001);
  let connection: ConnectionState = { state: 'online', since: 0 };
  const { signsShown, look } = watch(bench, queue, () => connection);
  const isKeptAwake = () => {
    look();
    return signsShown.at(-1)?.isSending;
  };
  expect(isKeptAwake()).toBe(true);
  connection = { state: 'offline', since: 0, problem: makeProblem('operator-unreachable'), nextTryAt: 0 };
  expect(isKeptAwake()).toBe(false);
  connection = { state: 'online', since: 0 };
  queue.engine.start();
  await queue.comesTo(access, 'awaiting-result');
  expect(isKeptAwake()).toBe(false);
});

test('a change while the profile is being closed is ignored: its database is closed a moment later', async () => {
  const { bench, queue } = await refusedInstallation();
  const { shown, signsShown, look, stop } = watch(bench, queue);
  stop();
  const signs = signsShown.length;
  look();
  expect(shown).toEqual([]);
  expect(signsShown.length).toBe(signs);
});
