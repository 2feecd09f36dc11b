import { expect, onTestFinished, test, vi } from 'vitest';
import { probeConnection } from '../../../renderer/data/status.ts';

test('the operator is asked when the network comes or goes, and every minute while the window is seen', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const system = new EventTarget();
  let asked = 0;
  let seen = true;
  const end = probeConnection(
    system,
    () => seen,
    () => {
      asked += 1;
    },
  );
  system.dispatchEvent(new Event('offline'));
  expect(asked).toBe(1);
  system.dispatchEvent(new Event('online'));
  expect(asked).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(asked).toBe(3);
  seen = false;
  vi.advanceTimersByTime(600_000);
  expect(asked).toBe(3);
  seen = true;
  end();
  system.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(asked).toBe(3);
});
