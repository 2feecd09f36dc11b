import { expect, test, vi } from 'vitest';
import { createSteadyClock } from '../../../electron/operations/queue/parts.ts';
import type { Clock } from '../../../shared/time.ts';
import { type MovingClock } from '../queue/moving-clock.ts';
import { startBench } from '../queue/fixture.ts';
import { orderCar } from '../queue/orders.ts';

/** As in a process: each reading takes its time, and a timer counts whole milliseconds and may fire early. */
function finely(clock: MovingClock, readingMs: number): Clock {
  let usedMs = 0;
  return {
    now: () => Math.floor(clock.now() + usedMs),
    passed: () => {
      usedMs += readingMs;
      return clock.passed() + usedMs;
    },
    setTimer: (callback, delayMs) => clock.setTimer(callback, Math.max(1, Math.trunc(delayMs) - 1)),
  };
}

test('a relay that could not be asked about the log is asked again, however the milliseconds fall', async () => {
  const bench = await startBench();
  for (let hundredths = 1; hundredths <= 30; hundredths += 1) {
    const before = bench.open({ start: false });
    const car = orderCar(before, `M QX ${hundredths}`);
    await before.stop();
    let asked = 0;
    const queue = bench.open({
      clock: createSteadyClock(finely(bench.clock, hundredths / 100)),
      compareLog: () => Promise.resolve((asked += 1) === 1 ? 'unreachable' : 'whole'),
    });
    await vi.waitFor(() => {
      for (let step = 0; step < 100; step += 1) bench.clock.advance(1);
      expect(asked).toBe(2);
    });
    await queue.reaches(car, 'done');
    await queue.stop();
  }
});
