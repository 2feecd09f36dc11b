import { expect, it } from 'vitest';
import { fuzzWindow } from '../../fuzz/window/fuzz-window.ts';

const CALLS = 1200;

it('every call of a window to a running app is answered: with a value or with one plain problem', async () => {
  const { outcomes, done, wrong } = await fuzzWindow(CALLS, 1);
  expect(wrong).toEqual([]);
  // The calls reach what lies behind the door as well as the door.
  for (const outcome of ['done', 'input-invalid', 'not-found'])
    expect(outcomes.get(outcome)).toBeGreaterThan(0);
  expect(done.size).toBeGreaterThan(100);
});
