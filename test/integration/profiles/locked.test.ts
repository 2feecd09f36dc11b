import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Topic } from '../../../shared/ipc/messages.ts';
import { connect, connection, operatorWith, startCore } from './core.ts';

/** A connected laptop with a person who has a PIN and the idle lock on; `leave` is the laptop's sleep. */
async function laptop() {
  let leave = (): void => undefined;
  const notices: string[] = [];
  let quits = 0;
  const topics: Topic[] = [];
  const core = await startCore({
    power: {
      onAway: (listener) => {
        leave = listener;
        return () => undefined;
      },
      onResume: () => () => undefined,
    },
    notifier: { show: ({ body }) => void notices.push(body) },
    quit: () => void (quits += 1),
    publish: (changed) => void topics.push(...changed),
  });
  const operator = await operatorWith({});
  await connect(core, operator);
  const person = await core.call('people.keep', { id: null, name: 'Bay 3', pin: '4711' });
  await core.call('lock.change', { minutes: 5, proof: null });
  return { core, operator, person, leave: () => leave(), notices, topics, quits: () => quits };
}

const car = { name: 'Van 3', licensePlate: 'M BX 3', vin: '', brand: 'Ford', model: 'Transit' };

test('behind a locked window operations are still sent, and the window gets nothing before the PIN', async () => {
  const { core, operator, person, leave } = await laptop();
  operator.faults.add({ method: 'PUT', path: '/groups', count: 3, effect: { kind: 'status', status: 503 } });
  await core.call('edits.createGroup', { name: 'Vans of the north' });
  leave();
  await vi.waitFor(() => expect(operator.journal.executions({ method: 'PUT', path: '/groups' })).toBe(1));
  for (const which of ['all', 'unfinished'] as const)
    await expect(core.call('queue.list', { which, limit: 5 })).rejects.toThrow('window-locked');
  await expect(core.call('edits.createGroup', { name: 'More vans' })).rejects.toThrow('window-locked');
  await core.call('lock.open', { person: person.id, typed: '4711' });
  const { operations } = await core.call('queue.list', { which: 'all', limit: 5 });
  expect(operations).toHaveLength(1);
  expect(await core.call('app.preferences', {})).toMatchObject({ worker: 'Bay 3' });
});

test('a restart opens nothing and ends no pause', async () => {
  const { core, person, leave } = await laptop();
  leave();
  for (const typed of ['1', '2', '3', '4', '5'])
    await expect(core.call('lock.open', { person: person.id, typed })).rejects.toThrow('lock-not-opened');
  await core.close();
  const again = await startCore({ dataDir: core.dataDir });
  await expect(again.call('app.preferences', {})).rejects.toThrow('window-locked');
  await expect(again.call('lock.open', { person: person.id, typed: '4711' })).rejects.toThrow('pin-wait');
});

test('while the lock is on, an open window yields no new way in', async () => {
  const { core } = await laptop();
  await expect(core.call('people.keep', { id: null, name: 'Bay 4', pin: '1234' })).rejects.toThrow(
    'lock-keeps-list',
  );
});

test('the window is notified of lock and unlock', async () => {
  const { core, person, leave, topics } = await laptop();
  topics.length = 0;
  leave();
  expect(topics).toContain('lock');
  topics.length = 0;
  await core.call('lock.open', { person: person.id, typed: '4711' });
  expect(topics).toEqual(expect.arrayContaining(['lock', 'preferences']));
});

test('a locked window is closed without a question, whatever is open', async () => {
  const { core, leave, quits } = await laptop();
  const { id: jobId } = await core.call('jobs.start', { kind: 'installation' });
  await core.call('jobs.createCar', { jobId, car });
  expect(core.hasLooseEnds()).toBe(true);
  leave();
  expect(core.hasLooseEnds()).toBe(false);
  await core.call('app.quit', {});
  expect(quits()).toBe(1);
});

test('a notification behind a locked window names no car', async () => {
  const { core, operator, leave, notices } = await laptop();
  operator.faults.add({
    method: 'PUT',
    path: '/cars',
    count: 'all',
    effect: { kind: 'status', status: 400 },
  });
  const { id: jobId } = await core.call('jobs.start', { kind: 'installation' });
  await core.call('jobs.createCar', { jobId, car });
  leave();
  await vi.waitFor(() => expect(notices).toEqual(['An operation needs your decision.']));
});

test('the password of the login opens a locked window; its user name and its key do not', async () => {
  const { core, operator, leave } = await laptop();
  const { username, apiKey, password } = connection(operator).credentials;
  leave();
  for (const wrong of [username, apiKey])
    await expect(core.call('lock.openByLogin', { password: wrong })).rejects.toThrow('lock-login-wrong');
  await core.call('lock.openByLogin', { password });
  expect(await core.call('lock.state', {})).toMatchObject({ locked: false, minutes: null });
});

test('an administrator PIN that is changed while the window locks raises it for no person', async () => {
  const { core, person, leave } = await laptop();
  await core.call('roles.changePin', { pin: '2580', oldPin: null });
  const answered = core.call('roles.changePin', { pin: '2581', oldPin: '2580' });
  // The laptop is closed while the PINs are hashed on another thread.
  await nextTurn();
  leave();
  await answered;
  await core.call('lock.open', { person: person.id, typed: '4711' });
  const { access } = await core.call('app.status', {});
  expect(access).toMatchObject({ role: 'installer', pin: 'set', raisedUntil: null });
});
