import { expect, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { createRouter } from '../../../electron/handlers/router.ts';
import { lockCalls } from '../../../electron/handlers/access.ts';
import { createIdleLock, createLockSetting, type IdleLock } from '../../../electron/people/idle-lock.ts';
import { createPeople, createPeopleStore } from '../../../electron/people/people.ts';
import { createAttemptCounter } from '../../../electron/people/proofs.ts';
import type { SettingsStore } from '../../../electron/profiles/settings-store.ts';
import { defaultPreferences } from '../../../shared/domain/settings.ts';
import { callNames } from '../../../shared/ipc/contract.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import { manualClock } from '../relay-client/manual-clock.ts';
import { OWN_WINDOW } from '../ipc/ask-as-window.ts';
import { asAdministrator } from '../ipc/as-administrator.ts';
import { refusingHandlers } from '../ipc/refusing-handlers.ts';

function document(): SettingsStore {
  let kept: unknown;
  return {
    read: () => kept,
    write: (value) => {
      kept = value;
    },
  };
}

/** A laptop's people and lock; `start` is a start of the app. */
function laptop() {
  const clock = manualClock();
  const files = { people: document(), lock: document(), tries: document() };
  const start = () => {
    const setting = createLockSetting(files.lock);
    const tries = createAttemptCounter({ settings: files.tries, clock });
    const people = createPeople({
      store: createPeopleStore(files.people),
      tries,
      newId: () => createIds().person(),
      lockIsOn: () => setting.read() !== null,
    });
    const said: string[] = [];
    const lock = createIdleLock({
      setting,
      people,
      tries,
      password: () => 'the login',
      clock,
      changed: () => said.push('lock'),
    });
    const workers: string[] = [];
    const state = () => ({ locked: lock.isLocked(), minutes: setting.read(), look: defaultPreferences });
    const router = createRouter({
      handlers: {
        ...refusingHandlers(),
        ...lockCalls({ lock, state, working: (name) => workers.push(name) }),
        'people.list': () => ({ people: [...people.list()] }),
      },
      ready: () => Promise.resolve(),
      inPage: (_page, work) => work(),
      refusal: lock.refusal,
      ...asAdministrator,
      isTrustedSender: () => true,
      log: () => undefined,
    });
    const ask = (name: string, input: unknown = {}) => router.handle(name, input, OWN_WINDOW);
    return { people, lock, setting, tries, said, workers, ask };
  };
  return { clock, files, start };
}

async function problemOf(work: Promise<unknown>): Promise<unknown> {
  const caught: unknown = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  return caught instanceof ProblemError ? caught.problem.code : caught;
}

/** A laptop with Bay 3, who has a PIN, and Bay 4, who has a badge alone; locked after five minutes. */
async function lockedAfterFive() {
  const bench = laptop();
  const app = bench.start();
  const { id } = await app.people.keep({ id: null, name: 'Bay 3', pin: '4711' });
  const other = await app.people.keep({ id: null, name: 'Bay 4', badge: 'STAFF-0042' });
  await app.lock.change(5, null);
  return { ...bench, app, id, other: other.id };
}

test('a locked window is refused every call but those of the lock page', async () => {
  const { app } = await lockedAfterFive();
  app.lock.away();
  const answered: string[] = [];
  for (const name of callNames) {
    const envelope = await app.ask(name);
    if (envelope.ok || envelope.error.code !== 'window-locked') answered.push(name);
  }
  expect(answered.toSorted()).toEqual([
    'app.quit',
    'lock.open',
    'lock.openByLogin',
    'lock.state',
    'people.list',
  ]);
});

test('the window is locked after the time without input, and input moves that time', async () => {
  const { app, clock } = await lockedAfterFive();
  clock.advance(4 * MINUTE);
  expect(await app.ask('lock.stillHere')).toMatchObject({ ok: true });
  clock.advance(5 * MINUTE - 1);
  expect(app.lock.isLocked()).toBe(false);
  app.said.length = 0;
  clock.advance(1);
  expect(app.lock.isLocked()).toBe(true);
  expect(app.said).toEqual(['lock']);
  expect(await app.ask('lock.stillHere')).toMatchObject({ error: { code: 'window-locked' } });
  expect(app.lock.isLocked()).toBe(true);
});

test.each<[string, (late: IdleLock) => unknown, unknown]>([
  ['a call is refused', (late) => late.refusal('lock.stillHere')?.code, 'window-locked'],
  ['the camera, which asks for the lock, is off', (late) => late.isLocked(), true],
])('after the time %s also before the timer has run', async (_what, ask, answer) => {
  const bench = await lockedAfterFive();
  let ahead = 0;
  const late = createIdleLock({
    setting: bench.app.setting,
    people: bench.app.people,
    tries: bench.app.tries,
    password: () => 'the login',
    clock: { now: () => 0, passed: () => bench.clock.passed() + ahead, setTimer: () => () => undefined },
    changed: () => undefined,
  });
  await late.open(bench.id, '4711');
  expect(ask(late)).not.toBe(answer);
  ahead = 5 * MINUTE;
  expect(ask(late)).toBe(answer);
});

test('sleep and the locked screen lock the window at once where the lock is on, and never where it is off', async () => {
  const { app } = await lockedAfterFive();
  app.lock.away();
  expect(app.lock.isLocked()).toBe(true);
  const off = laptop().start();
  await off.people.keep({ id: null, name: 'Bay 3', pin: '4711' });
  off.lock.away();
  expect(off.lock.isLocked()).toBe(false);
});

test('a wrong PIN opens nothing, the right one does, and its person works from then on', async () => {
  const { app, id } = await lockedAfterFive();
  app.lock.away();
  expect(await app.ask('lock.open', { person: id, typed: '4712' })).toMatchObject({
    error: { code: 'lock-not-opened', params: { name: 'Bay 3' } },
  });
  expect([app.lock.isLocked(), app.workers]).toEqual([true, []]);
  expect(await app.ask('lock.open', { person: id, typed: '4711' })).toMatchObject({
    value: { name: 'Bay 3' },
  });
  expect([app.lock.isLocked(), app.workers]).toEqual([false, ['Bay 3']]);
});

test('any badge of the laptop opens, and makes its owner the worker; a code of signs alone is invalid', async () => {
  const { app, id } = await lockedAfterFive();
  app.lock.away();
  expect(await app.ask('lock.open', { person: id, typed: '-' })).toMatchObject({ ok: false });
  expect(await app.ask('lock.open', { person: id, typed: 'staff0042' })).toMatchObject({
    value: { name: 'Bay 4' },
  });
  expect([app.lock.isLocked(), app.workers]).toEqual([false, ['Bay 4']]);
});

test('a person without a PIN cannot unlock', async () => {
  const { app, other } = await lockedAfterFive();
  app.lock.away();
  expect(await app.ask('lock.open', { person: other, typed: 'anything' })).toMatchObject({
    error: { code: 'not-found' },
  });
  expect(app.lock.isLocked()).toBe(true);
});

test('five wrong ones make a pause for PINs and badges', async () => {
  const { app, clock, id } = await lockedAfterFive();
  app.lock.away();
  for (const typed of ['1', '2', 'BADGE-1', 'BADGE-2', '5'])
    await app.ask('lock.open', { person: id, typed });
  for (const typed of ['4711', 'STAFF-0042'])
    expect(await app.ask('lock.open', { person: id, typed })).toMatchObject({ error: { code: 'pin-wait' } });
  clock.advance(30 * SECOND);
  expect(await app.ask('lock.open', { person: id, typed: 'STAFF-0042' })).toMatchObject({ ok: true });
});

test('where every PIN is lost, the password of the login alone opens the window, switches the lock off and names no worker', async () => {
  const { app, clock } = await lockedAfterFive();
  app.lock.away();
  const open = (password: string) => app.ask('lock.openByLogin', { password });
  for (const wrong of ['the logi', 'the login ', '4711', 'STAFF-0042', 'THE LOGIN'])
    expect(await open(wrong)).toMatchObject({ error: { code: 'lock-login-wrong' } });
  expect(await open('the login')).toMatchObject({ error: { code: 'pin-wait' } });
  expect([app.lock.isLocked(), app.setting.read(), app.workers]).toEqual([true, 5, []]);
  clock.advance(30 * SECOND);
  app.said.length = 0;
  expect(await open('the login')).toMatchObject({ ok: true });
  expect([app.lock.isLocked(), app.setting.read(), app.workers]).toEqual([false, null, ['']]);
  expect(app.said).toEqual(['lock']);
  clock.advance(60 * MINUTE);
  expect(app.lock.isLocked()).toBe(false);
});

test('a restart opens nothing', async () => {
  const { app, start } = await lockedAfterFive();
  app.lock.close();
  expect(start().lock.isLocked()).toBe(true);
});

test('a lost list of people locks no person out', async () => {
  const { files, start } = await lockedAfterFive();
  files.people.write('not a list');
  const again = start();
  again.lock.away();
  expect(again.lock.isLocked()).toBe(false);
  await again.lock.change(null, null);
  expect(again.setting.read()).toBeNull();
});

test('the lock is switched on only where a person has a PIN', async () => {
  const app = laptop().start();
  await app.people.keep({ id: null, name: 'Bay 4', badge: 'STAFF-0042' });
  expect(await problemOf(app.lock.change(5, null))).toBe('lock-needs-pin');
  expect(app.setting.read()).toBeNull();
});

test('switching off and waiting longer need a PIN; waiting less does not', async () => {
  const { app, id, other } = await lockedAfterFive();
  for (const minutes of [15, null] as const) {
    expect(await problemOf(app.lock.change(minutes, null))).toBe('lock-needs-proof');
    expect(await problemOf(app.lock.change(minutes, { person: id, pin: '4712' }))).toBe('pin-wrong');
    expect(await problemOf(app.lock.change(minutes, { person: other, pin: '' }))).toBe('not-found');
    expect(app.setting.read()).toBe(5);
  }
  await app.lock.change(30, { person: id, pin: '4711' });
  expect(app.setting.read()).toBe(30);
  await app.lock.change(15, null);
  expect(app.setting.read()).toBe(15);
  await app.lock.change(null, { person: id, pin: '4711' });
  expect(app.setting.read()).toBeNull();
});

test('while the lock is on, no PIN and no badge comes or goes; a PIN is exchanged by its owner', async () => {
  const { app, id, other } = await lockedAfterFive();
  const { people } = app;
  const changes = [
    people.keep({ id: null, name: 'Bay 5', pin: '1234' }),
    people.keep({ id: null, name: 'Bay 5', badge: 'STAFF-0043' }),
    people.keep({ id: other, name: 'Bay 4', pin: '1234' }),
    people.keep({ id: other, name: 'Bay 4', badge: null }),
    people.keep({ id, name: 'Bay 3', badge: 'STAFF-0043' }),
    people.keep({ id, name: 'Bay 3', pin: null, oldPin: '4711' }),
  ];
  expect(await Promise.all(changes.map(problemOf))).toEqual(changes.map(() => 'lock-keeps-list'));
  for (const person of [id, other]) expect(() => people.remove(person)).toThrow('lock-keeps-list');
  await people.keep({ id: null, name: 'Bay 6' });
  await people.keep({ id, name: 'Bay 3', pin: '1234', oldPin: '4711' });
  app.lock.away();
  expect(await app.lock.open(id, '1234')).toBe('Bay 3');
});
