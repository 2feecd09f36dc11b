import { expect, test } from 'vitest';
import { watchClock } from '../../../electron/handlers/diagnostics.ts';
import { HOUR, SECOND } from '../../../shared/time.ts';

/** A clock whose wall is set by hand; `tick` is the next look. */
function laptop() {
  let wall = Date.parse('2026-11-22T10:00:00Z');
  let passed = 0;
  let timer: { readonly callback: () => void; readonly delayMs: number } | null = null;
  let moved = 0;
  const stop = watchClock(
    {
      now: () => wall,
      passed: () => passed,
      setTimer: (callback, delayMs) => {
        timer = { callback, delayMs };
        return () => {
          timer = null;
        };
      },
    },
    () => (moved += 1),
  );
  const tick = () => {
    const due = timer;
    if (due === null) return false;
    wall += due.delayMs;
    passed += due.delayMs;
    timer = null;
    due.callback();
    return true;
  };
  return { tick, stop, moved: () => moved, set: (byMs: number) => (wall += byMs) };
}

test('passing time is no clock change, for hours', () => {
  const { tick, moved } = laptop();
  for (let looks = 0; looks < 2000; looks += 1) tick();
  expect(moved()).toBe(0);
});

test.each([
  ['forward', HOUR],
  ['back', -HOUR],
])('a clock that was set %s is reported once, with the next check', (_which, by) => {
  const { tick, moved, set } = laptop();
  tick();
  set(by);
  tick();
  expect(moved()).toBe(1);
  tick();
  expect(moved()).toBe(1);
});

test('the small steps by which a system corrects its clock are no clock change', () => {
  const { tick, moved, set } = laptop();
  for (let looks = 0; looks < 10; looks += 1) {
    set(SECOND / 2);
    tick();
  }
  expect(moved()).toBe(0);
});

test('nothing is reported, and no check is planned, once the watch has ended', () => {
  const { tick, moved, set, stop } = laptop();
  stop();
  set(HOUR);
  expect(tick()).toBe(false);
  expect(moved()).toBe(0);
});
