import type { Clock } from '../../shared/time.ts';

/** One thing that is going to happen. */
interface Event {
  readonly at: number;
  readonly tie: number;
  readonly order: number;
  readonly run: () => void;
}

/** The simulated world's time. Nothing happens in it but what was scheduled, one event after the other. */
export interface VirtualTime {
  /** True time, milliseconds since 1970; never goes back. */
  readonly now: () => number;
  /** Schedules; the answer takes it back. Events of the same moment happen in an order the seed chooses. */
  readonly after: (delayMs: number, run: () => void) => () => void;
  /** Lets the next event happen, and all that follows from it at once. False = nothing is scheduled. */
  readonly step: () => Promise<boolean>;
}

/** Begins a world's time. `tie` orders what is due at the same moment. */
export function createVirtualTime(start: number, tie: () => number): VirtualTime {
  let now = start;
  let order = 0;
  const queue: Event[] = [];
  const before = (left: Event, right: Event) =>
    left.at - right.at || left.tie - right.tie || left.order - right.order;
  return {
    now: () => now,
    after: (delayMs, run) => {
      order += 1;
      const event = { at: now + Math.max(0, Math.ceil(delayMs)), tie: tie(), order, run };
      let place = queue.length;
      for (let earlier = queue[place - 1]; earlier !== undefined; earlier = queue[place - 1]) {
        if (before(earlier, event) <= 0) break;
        place -= 1;
      }
      queue.splice(place, 0, event);
      return () => {
        const index = queue.indexOf(event);
        if (index !== -1) queue.splice(index, 1);
      };
    },
    step: async () => {
      const event = queue.shift();
      if (event === undefined) return false;
      now = event.at;
      event.run();
      await allSettled();
      return true;
    },
  };
}

/** Every promise that can go on without another event has gone on. */
function allSettled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A laptop's clock: it may be wrong, and its timers count true milliseconds all the same. */
export interface LaptopClock extends Clock {
  /** Sets it forward (positive) or back. */
  readonly jump: (byMs: number) => void;
}

/** A clock that shows true time until it jumps. */
export function createLaptopClock(time: VirtualTime): LaptopClock {
  let skewMs = 0;
  return {
    now: () => time.now() + skewMs,
    passed: () => time.now(),
    setTimer: (callback, delayMs) => time.after(delayMs, callback),
    jump: (byMs) => {
      skewMs += byMs;
    },
  };
}
