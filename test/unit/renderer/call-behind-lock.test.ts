import { beforeEach, expect, test, vi } from 'vitest';
import { type RetryPolicy, call } from '../../../renderer/data/call.ts';
import { readLock, untilUnlocked } from '../../../renderer/data/lock.ts';
import { defaultPreferences } from '../../../shared/domain/settings.ts';
import type { Envelope } from '../../../shared/ipc/messages.ts';
import { makeProblem } from '../../../shared/problem.ts';

const lock = { locked: false, worker: 'Bay 3' };

beforeEach(() => {
  vi.stubGlobal('window', {
    boxwright: {
      lock: {
        state: async () => ({
          ok: true,
          value: { locked: lock.locked, minutes: 5, look: { ...defaultPreferences, worker: lock.worker } },
        }),
      },
      onChanged: () => undefined,
    },
  });
});

/** Asks while the window is locked, which `opener` then opens: the code of the answer, and how often main did it. */
async function askedBehindLock(opener: string, again?: RetryPolicy) {
  Object.assign(lock, { locked: false, worker: 'Bay 3' });
  await readLock();
  lock.locked = true;
  let done = 0;
  const ask = async (): Promise<Envelope<number>> => {
    if (lock.locked) return { ok: false, error: makeProblem('window-locked') };
    done += 1;
    return { ok: true, value: done };
  };
  const answer = call(ask, {}, again);
  // The window has found out that it is locked, and waits.
  await new Promise((resolve) => setImmediate(resolve));
  Object.assign(lock, { locked: false, worker: opener });
  await readLock();
  const given = await answer;
  return { code: given.ok ? 'done' : given.error.code, done };
}

test.each(['Bay 3', 'Bay 4'])(
  'a reading and a draft are asked again when %s has opened the window',
  async (opener) => {
    expect(await askedBehindLock(opener)).toEqual({ code: 'done', done: 1 });
  },
);

test('an answer is given when the same worker has opened the window, and never under the name of another', async () => {
  expect(await askedBehindLock('Bay 3', 'by-same-worker')).toEqual({ code: 'done', done: 1 });
  expect(await askedBehindLock('Bay 4', 'by-same-worker')).toEqual({ code: 'window-locked', done: 0 });
});

test.each(['Bay 3', 'Bay 4'])('a tap is not done when %s has opened the window', async (opener) => {
  expect(await askedBehindLock(opener, 'never')).toEqual({ code: 'window-locked', done: 0 });
});

test('an older reading of the lock that comes after a newer one keeps nothing waiting', async () => {
  Object.assign(lock, { locked: false, worker: 'Bay 3' });
  await readLock();
  const readings: ((locked: boolean) => void)[] = [];
  const state = () =>
    new Promise((resolve) => {
      readings.push((locked) =>
        resolve({
          ok: true,
          value: { locked, minutes: 5, look: { ...defaultPreferences, worker: 'Bay 3' } },
        }),
      );
    });
  vi.stubGlobal('window', { boxwright: { lock: { state }, onChanged: () => undefined } });
  const open = untilUnlocked();
  const newer = readLock();
  readings[1]?.(false);
  await newer;
  readings[0]?.(true);
  expect(await open).toEqual({ sameWorker: true });
});
