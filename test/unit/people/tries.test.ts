import { expect, test } from 'vitest';
import { createAttemptCounter } from '../../../electron/people/proofs.ts';
import type { SettingsStore } from '../../../electron/profiles/settings-store.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { DAY, SECOND } from '../../../shared/time.ts';
import { manualClock } from '../relay-client/manual-clock.ts';

/** A document that is kept, or one on a disk that is full. */
function document(isFull = false): SettingsStore {
  let kept: unknown;
  return {
    read: () => kept,
    write: (value) => {
      if (isFull) throw new ProblemError(makeProblem('not-saved-disk-full'));
      kept = structuredClone(value);
    },
  };
}

function bench(settings = document()) {
  const clock = manualClock();
  const start = () => createAttemptCounter({ settings, clock });
  return { clock, settings, start };
}

type Tries = ReturnType<typeof createAttemptCounter>;
const wrong = (tries: Tries, of = 'Bay 3') => tries.attempt(of, async () => false);
const right = (tries: Tries, of = 'Bay 3') => tries.attempt(of, async () => true);

/** The seconds that a try has to wait; 0 = it is looked at. */
function waitOf(tries: Tries, of = 'Bay 3'): unknown {
  try {
    tries.refuseInPause(of);
    return 0;
  } catch (cause) {
    return cause instanceof ProblemError ? cause.problem.params['seconds'] : cause;
  }
}

test('the pause begins with the fifth wrong try and doubles with each further one, up to eight minutes', async () => {
  const { clock, start } = bench();
  const tries = start();
  const pauses: unknown[] = [];
  for (let count = 0; count < 12; count += 1) {
    await wrong(tries);
    const pause = waitOf(tries);
    pauses.push(pause);
    if (typeof pause !== 'number' || pause === 0) continue;
    clock.advance(pause * SECOND - 1);
    await expect(right(tries)).rejects.toThrow('pin-wait');
    clock.advance(1);
  }
  expect(pauses).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 480, 480, 480]);
});

test('a right try ends the count, and another subject has one of its own', async () => {
  const tries = bench().start();
  for (let count = 0; count < 4; count += 1) await wrong(tries);
  expect(await right(tries)).toBe(true);
  for (let count = 0; count < 4; count += 1) await wrong(tries);
  expect(waitOf(tries)).toBe(0);
  await wrong(tries);
  expect([waitOf(tries), waitOf(tries, 'Bay 4')]).toEqual([30, 0]);
  tries.forget('Bay 3');
  expect(waitOf(tries)).toBe(0);
});

test('a restart keeps the count of wrong tries, and restarts the pause', async () => {
  const { clock, start } = bench();
  const first = start();
  for (let count = 0; count < 6; count += 1) {
    await wrong(first);
    clock.advance(30 * SECOND);
  }
  const second = start();
  expect(waitOf(second)).toBe(60);
  clock.advance(60 * SECOND);
  expect(await right(second)).toBe(true);
  expect(waitOf(start())).toBe(0);
});

test('a try counts from its beginning: an end of the app during its check is no free try', async () => {
  const { start } = bench();
  for (let count = 0; count < 5; count += 1)
    void start().attempt('Bay 3', () => new Promise(() => undefined));
  expect(waitOf(start())).toBe(30);
});

test('a full disk locks no person out, and the tries of this run count', async () => {
  const tries = bench(document(true)).start();
  expect(await right(tries)).toBe(true);
  for (let count = 0; count < 5; count += 1) expect(await wrong(tries)).toBe(false);
  expect(waitOf(tries)).toBe(30);
});

test('a document that cannot be read is a count from the beginning', () => {
  const { settings, start } = bench();
  settings.write({ wrong: [{ of: 'Bay 3', count: -5 }] });
  expect(waitOf(start())).toBe(0);
});

test('all PINs of four digits take more than fifty days, whatever the order of tries', async () => {
  const { clock, start } = bench();
  const began = clock.passed();
  let tries = start();
  let looked = 0;
  for (let pin = 0; pin < 10_000;) {
    try {
      await tries.attempt('Bay 3', async () => {
        looked += 1;
        return false;
      });
      pin += 1;
    } catch {
      // A restart is no way around the pause.
      tries = start();
      clock.advance(Number(waitOf(tries)) * SECOND);
    }
  }
  expect(looked).toBe(10_000);
  expect((clock.passed() - began) / DAY).toBeGreaterThan(50);
});
