import type { Clock } from '../../shared/time.ts';
import type { Chance } from './chance.ts';
import type { Storm } from './storm.ts';
import type { LaptopClock, VirtualTime } from './time.ts';
import type { Trace } from './trace.ts';

/** Thrown where a simulated crash or a dead run of the app meets running code. */
export class Dead extends Error {
  override readonly name = 'Dead';
}

/**
 * One run of the app, from its start to its crash or end. Everything the app awaits goes through its ports, and each step
 * through a port may be the last: what a dead run still waits for never comes.
 */
export interface Incarnation {
  readonly number: number;
  /** The laptop it runs on, counted from 0. */
  readonly laptop: number;
  readonly alive: () => boolean;
  /** A step through a port. True = it was the last one; the caller must let nothing more happen. */
  readonly step: (name: string) => boolean;
  /** The same for code that is called and cannot be left waiting: throws Dead. */
  readonly stepOrThrow: (name: string) => void;
  /** Timers of a dead run never fire. */
  readonly clock: Clock;
  /** Lets it receive something: a timer, an answer. Later, while it stands still; never, once it is dead. */
  readonly receive: (name: string, what: () => void) => void;
  /** Its process stands still (sleep, a debugger, a stuck disk), then goes on with all that came meanwhile. */
  readonly stall: () => void;
  readonly goOn: () => void;
  /** Ends it, as a crash does or after an orderly end. */
  readonly end: () => void;
}

/** Begins a run of the app. `onCrash` is called once, in the middle of whatever it was doing. */
export function createIncarnation(
  number: number,
  parts: {
    readonly laptop: number;
    readonly chance: Chance;
    readonly storm: Storm;
    readonly trace: Pick<Trace, 'note'>;
    readonly clock: LaptopClock;
    readonly time: VirtualTime;
  },
  onCrash: () => void,
): Incarnation {
  const { laptop, chance, storm, trace, clock, time } = parts;
  const began = time.now();
  let alive = true;
  let stalled = false;
  let missed: (() => void)[] = [];
  const step = (name: string): boolean => {
    if (!alive) return true;
    if (chance.strikes('crash', laptop === 0 ? name : `${name} on ${laptop}`, storm.crash) === null)
      return false;
    trace.note(`crash: at ${name}`);
    alive = false;
    onCrash();
    return true;
  };
  const receive = (name: string, what: () => void) => {
    if (!alive) return;
    if (stalled) missed.push(() => receive(name, what));
    else if (!step(name)) what();
  };
  return {
    number,
    laptop,
    receive,
    stall: () => {
      stalled = true;
    },
    goOn: () => {
      stalled = false;
      // One after the other, as a waking event loop takes them.
      for (const what of missed) time.after(0, what);
      missed = [];
    },
    alive: () => alive,
    step,
    stepOrThrow: (name) => {
      if (step(name)) throw new Dead(name);
    },
    clock: {
      now: () => clock.now(),
      passed: () => time.now() - began,
      setTimer: (callback, delayMs) => clock.setTimer(() => receive('timer', callback), delayMs),
    },
    end: () => {
      alive = false;
    },
  };
}
