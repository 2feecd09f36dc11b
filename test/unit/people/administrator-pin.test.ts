import { expect, test } from 'vitest';
import { createAdministratorPin } from '../../../electron/people/administrator-pin.ts';
import { createTries } from '../../../electron/people/tries.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import { memorySettings } from '../profiles/memory-stores.ts';
import { manualClock } from '../relay-client/manual-clock.ts';

/** A laptop's administrator PIN; `start` is a start of the app. */
function laptop(content?: unknown) {
  const clock = manualClock();
  const files = { pin: memorySettings(content), tries: memorySettings() };
  const start = () => {
    const changes: string[] = [];
    const pin = createAdministratorPin({
      settings: files.pin,
      tries: createTries({ settings: files.tries, clock }),
      password: () => 'the login',
      clock,
      changed: () => changes.push(pin.state()),
    });
    return { ...pin, changes };
  };
  return { clock, files, start };
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  const caught: unknown = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  return caught instanceof ProblemError ? caught.problem.code : caught;
}

test('without a PIN nothing is raised', async () => {
  const pin = laptop().start();
  expect(pin.state()).toBe('none');
  expect(await codeOf(pin.raise(''))).toBe('not-found');
  expect(pin.state()).toBe('none');
});

test('who sets it is the administrator for fifteen minutes, then it is asked for', async () => {
  const { clock, files, start } = laptop();
  const pin = start();
  await pin.change('2580', null);
  expect(pin.state()).toBe('raised');
  expect(pin.raisedUntil()).toBe(clock.now() + 15 * MINUTE);
  expect(files.pin.text()).toContain('$scrypt$');
  expect(files.pin.text()).not.toContain('2580');
  clock.advance(15 * MINUTE - 1);
  expect(pin.state()).toBe('raised');
  clock.advance(1);
  expect(pin.state()).toBe('set');
  expect(pin.raisedUntil()).toBeNull();
  expect(pin.changes.at(-1)).toBe('set');
});

test('it raises by the right PIN alone, and is ended by hand', async () => {
  const pin = laptop().start();
  await pin.change('2580', null);
  pin.endRaise();
  expect(await codeOf(pin.raise('2581'))).toBe('administrator-pin-wrong');
  expect(pin.state()).toBe('set');
  await pin.raise('2580');
  expect(pin.state()).toBe('raised');
  pin.endRaise();
  expect(pin.state()).toBe('set');
});

test('a restart ends it, and keeps the PIN', async () => {
  const { start } = laptop();
  await start().change('2580', null);
  const again = start();
  expect(again.state()).toBe('set');
  await again.raise('2580');
  expect(again.state()).toBe('raised');
});

test('five wrong PINs make a pause, for the right one too, across restarts', async () => {
  const { clock, start } = laptop();
  const pin = start();
  await pin.change('2580', null);
  pin.endRaise();
  for (let count = 0; count < 5; count += 1)
    expect(await codeOf(pin.raise('0000'))).toBe('administrator-pin-wrong');
  expect(await codeOf(pin.raise('2580'))).toBe('pin-wait');
  const again = start();
  expect(await codeOf(again.raise('2580'))).toBe('pin-wait');
  clock.advance(30 * SECOND);
  await again.raise('2580');
  expect(again.state()).toBe('raised');
});

test('it is exchanged and removed by who knows it', async () => {
  const pin = laptop().start();
  await pin.change('2580', null);
  expect(await codeOf(pin.change('1111', null))).toBe('administrator-pin-wrong');
  expect(await codeOf(pin.change(null, '1111'))).toBe('administrator-pin-wrong');
  expect(await codeOf(pin.change('12', '2580'))).toBe('pin-malformed');
  await pin.change('1357', '2580');
  expect(await codeOf(pin.raise('2580'))).toBe('administrator-pin-wrong');
  await pin.change(null, '1357');
  expect(pin.state()).toBe('none');
});

test('a PIN that cannot be read is set and matches nothing; the password of the login removes it', async () => {
  for (const content of ['damaged', {}, { pin: 7 }, { pin: '' }, { pin: '$scrypt$' }]) {
    const pin = laptop(content).start();
    expect(pin.state()).toBe('set');
    expect(await codeOf(pin.raise(''))).toBe('administrator-pin-wrong');
    expect(await codeOf(pin.change('2580', null))).toBe('administrator-pin-wrong');
    expect(await codeOf(pin.removeByLogin('another'))).toBe('lock-login-wrong');
    expect(pin.state()).toBe('set');
    await pin.removeByLogin('the login');
    expect(pin.state()).toBe('none');
  }
});
