import { expect, test } from 'vitest';
import { createAdministratorPin } from '../../../electron/people/role-sources.ts';
import { createAttemptCounter } from '../../../electron/people/proofs.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import { memorySettings } from '../profiles/memory-stores.ts';
import { manualClock } from '../relay-client/manual-clock.ts';
import { COSTS_NOW, named, OUT_OF_BOUNDS, unnamed } from './kept-pins.ts';

/** A laptop's administrator PIN; `start` is a start of the app. */
function laptop(content?: unknown) {
  const clock = manualClock();
  const files = { pin: memorySettings(content), tries: memorySettings() };
  const lock = { isOn: false };
  const start = () => {
    const changes: string[] = [];
    const pin = createAdministratorPin({
      settings: files.pin,
      tries: createAttemptCounter({ settings: files.tries, clock }),
      password: () => 'the login',
      isLocked: () => lock.isOn,
      clock,
      changed: () => changes.push(pin.state()),
    });
    return { ...pin, changes };
  };
  return { clock, files, lock, start };
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
  expect(await codeOf(pin.elevate(''))).toBe('not-found');
  expect(pin.state()).toBe('none');
});

test('it raises no window that was locked while it was compared', async () => {
  const { lock, start } = laptop();
  const pin = start();
  await pin.change('2580', null);
  pin.endElevation();
  const entered = pin.elevate('2580');
  lock.isOn = true;
  await entered;
  expect([pin.state(), pin.raisedUntil()]).toEqual(['set', null]);
  lock.isOn = false;
  expect(pin.state()).toBe('set');
});

test('setting it makes the person an administrator for fifteen minutes, then it is requested', async () => {
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
  pin.endElevation();
  expect(await codeOf(pin.elevate('2581'))).toBe('administrator-pin-wrong');
  expect(pin.state()).toBe('set');
  await pin.elevate('2580');
  expect(pin.state()).toBe('raised');
  pin.endElevation();
  expect(pin.state()).toBe('set');
});

test('a restart ends it, and keeps the PIN', async () => {
  const { start } = laptop();
  await start().change('2580', null);
  const again = start();
  expect(again.state()).toBe('set');
  await again.elevate('2580');
  expect(again.state()).toBe('raised');
});

test('five wrong PINs make a pause, for the right one too, across restarts', async () => {
  const { clock, start } = laptop();
  const pin = start();
  await pin.change('2580', null);
  pin.endElevation();
  for (let count = 0; count < 5; count += 1)
    expect(await codeOf(pin.elevate('0000'))).toBe('administrator-pin-wrong');
  expect(await codeOf(pin.elevate('2580'))).toBe('pin-wait');
  const again = start();
  expect(await codeOf(again.elevate('2580'))).toBe('pin-wait');
  clock.advance(30 * SECOND);
  await again.elevate('2580');
  expect(again.state()).toBe('raised');
});

test('it is exchanged and removed by who knows it', async () => {
  const pin = laptop().start();
  await pin.change('2580', null);
  expect(await codeOf(pin.change('1111', null))).toBe('administrator-pin-wrong');
  expect(await codeOf(pin.change(null, '1111'))).toBe('administrator-pin-wrong');
  expect(await codeOf(pin.change('12', '2580'))).toBe('pin-malformed');
  await pin.change('1357', '2580');
  expect(await codeOf(pin.elevate('2580'))).toBe('administrator-pin-wrong');
  await pin.change(null, '1357');
  expect(pin.state()).toBe('none');
});

test('an unreadable PIN counts as set and matches nothing; the password of the login removes it', async () => {
  for (const content of ['damaged', {}, { pin: 7 }, { pin: '' }, { pin: '$scrypt$' }]) {
    const pin = laptop(content).start();
    expect(pin.state()).toBe('set');
    expect(await codeOf(pin.elevate(''))).toBe('administrator-pin-wrong');
    expect(await codeOf(pin.change('2580', null))).toBe('administrator-pin-wrong');
    expect(await codeOf(pin.removeByLogin('another'))).toBe('lock-login-wrong');
    expect(pin.state()).toBe('set');
    await pin.removeByLogin('the login');
    expect(pin.state()).toBe('none');
  }
});

/** The PIN as it is on the disk. */
const keptPin = (text = ''): string => /"pin": ?"([^"]+)"/.exec(text)?.[1] ?? '';

test('it is kept with the costs of a person’s PIN, over a salt of its own', async () => {
  const [one, other] = [laptop(), laptop()];
  await one.start().change('2580', null);
  await other.start().change('2580', null);
  const kept = keptPin(one.files.pin.text());
  expect(kept.startsWith(COSTS_NOW)).toBe(true);
  expect(keptPin(other.files.pin.text())).not.toBe(kept);
});

test('a PIN with lower costs is resealed with today’s costs at its next use', async () => {
  for (const before of [unnamed('2580'), named('2580', { ln: 14, r: 8, p: 1 })]) {
    const { files, start } = laptop({ pin: before });
    const pin = start();
    expect(await codeOf(pin.elevate('2581'))).toBe('administrator-pin-wrong');
    expect(keptPin(files.pin.text())).toBe(before);
    await pin.elevate('2580');
    expect(pin.state()).toBe('raised');
    const sealed = keptPin(files.pin.text());
    expect(sealed.startsWith(COSTS_NOW)).toBe(true);
    await pin.elevate('2580');
    expect(keptPin(files.pin.text())).toBe(sealed);
    const again = start();
    await again.elevate('2580');
    expect(again.state()).toBe('raised');
  }
});

test.each(OUT_OF_BOUNDS)('a kept form that names %s raises for no PIN', async (_what, costs) => {
  const pin = laptop({ pin: named('2580', costs) }).start();
  expect(await codeOf(pin.elevate('2580'))).toBe('administrator-pin-wrong');
  expect(pin.state()).toBe('set');
});

test('a PIN that is replaced while its old form is being resealed stays replaced', async () => {
  const { start } = laptop({ pin: unnamed('2580') });
  const pin = start();
  const raised = pin.elevate('2580');
  await Promise.all([raised, pin.change('1357', '2580')]);
  pin.endElevation();
  await start().elevate('1357');
  expect(await codeOf(pin.elevate('2580'))).toBe('administrator-pin-wrong');
});

test('a full disk refuses no right PIN of an older form', async () => {
  const pin = createAdministratorPin({
    settings: {
      read: () => ({ pin: unnamed('2580') }),
      write: () => {
        throw new ProblemError(makeProblem('not-saved-disk-full'));
      },
    },
    tries: createAttemptCounter({ settings: memorySettings(), clock: manualClock() }),
    password: () => 'the login',
    isLocked: () => false,
    clock: manualClock(),
    changed: () => undefined,
  });
  await pin.elevate('2580');
  expect(pin.state()).toBe('raised');
});
