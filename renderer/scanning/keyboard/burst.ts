import type { ScannerSettings } from '../../../shared/domain/scanning.ts';

/** One key press of a keyboard or of a scanner in keyboard mode. */
export interface KeyPress {
  /** The character by the computer's layout; `Dead` and the like for keys without a character of their own. */
  readonly key: string;
  /** The position of the key, independent of the layout: `KeyQ`. */
  readonly code: string;
  readonly shift: boolean;
  /** Time of the press in milliseconds, from the event's own clock, so that a busy window does not distort it. */
  readonly at: number;
}

/** Consecutive keys at a speed that only a scanner reaches. */
export interface Burst {
  readonly keys: readonly KeyPress[];
  readonly endedBy: 'Enter' | 'Tab' | 'pause';
  /** The longest gap between two of its keys, including the ending key, in milliseconds. */
  readonly slowestGapMs: number;
}

/** The effect of a key on the burst. */
export interface BurstStep {
  /** Earlier keys that turned out to be typed by a person, oldest first; each is reported once. */
  readonly typed: readonly KeyPress[];
  /** A completed code. */
  readonly scan: Burst | null;
  /**
   * The present key: it may belong to a code (`maybe`); it ended a code or trails behind one (`scanner`); or a person
   * typed it.
   */
  readonly now: 'maybe' | 'scanner' | 'person';
}

/**
 * Distinguishes a scanner's keys from a person's. It is independent of the window: it takes keys and returns their
 * origin.
 */
export interface BurstDetector {
  /** A key with a character, or one that ends a code. */
  readonly press: (press: KeyPress, ends: Burst['endedBy'] | null) => BurstStep;
  /** Any other key, or one that auto-repeats: no scanner sends these within a code. */
  readonly interrupt: () => readonly KeyPress[];
  /**
   * No key came for longer than the gap. The held keys were typed by a person, or they are a code where a pause ends
   * one.
   */
  readonly rest: () => Pick<BurstStep, 'typed' | 'scan'>;
  /** Number of keys that may begin a code. */
  readonly pending: () => number;
}

const nothing = { typed: [], scan: null } as const;

/** Creates a detector. `settings` is called for every key, so that a change applies at once. */
export function createBurstDetector(
  settings: () => Pick<ScannerSettings, 'maxGapMs' | 'minLength' | 'end'>,
): BurstDetector {
  let keys: KeyPress[] = [];
  /**
   * Number of its keys that were already reported as typed. A slow window may report too early; the code continues all
   * the same.
   */
  let reported = 0;
  let slowest = 0;
  /** The end of the last code, because scanners may send a second ending key right after the first. */
  let ended: { readonly at: number; readonly gap: number } | null = null;

  const forget = (): readonly KeyPress[] => {
    const typed = keys.slice(reported);
    keys = [];
    reported = 0;
    slowest = 0;
    return typed;
  };
  const close = (endedBy: Burst['endedBy']): Burst => {
    const scan: Burst = { keys, endedBy, slowestGapMs: slowest };
    forget();
    return scan;
  };
  const settle = (): Pick<BurstStep, 'typed' | 'scan'> => {
    const { end, minLength } = settings();
    if (end === 'pause' && keys.length >= minLength) return { typed: [], scan: close('pause') };
    return { typed: forget(), scan: null };
  };

  return {
    press: (press, ends) => {
      const { maxGapMs, minLength } = settings();
      if (ends !== null && ended !== null && press.at - ended.at <= ended.gap) {
        ended = { ...ended, at: press.at };
        return { ...nothing, now: 'scanner' };
      }
      const last = keys.at(-1);
      const gap = last === undefined ? 0 : press.at - last.at;
      const before = gap > maxGapMs ? settle() : nothing;
      if (gap <= maxGapMs) slowest = Math.max(slowest, gap);
      if (ends === null) {
        // The next code has begun: its ending key is its own, however soon it comes.
        ended = null;
        keys.push(press);
        return { ...before, now: 'maybe' };
      }
      if (keys.length < minLength) return { ...before, typed: [...before.typed, ...forget()], now: 'person' };
      const scan = close(ends);
      ended = { at: press.at, gap: Math.min(maxGapMs, 2 * Math.max(scan.slowestGapMs, 2)) };
      return { ...before, scan, now: 'scanner' };
    },
    interrupt: forget,
    rest: () => {
      const { end, minLength } = settings();
      if (end === 'pause' && keys.length >= minLength) return settle();
      const typed = keys.slice(reported);
      reported = keys.length;
      return { typed, scan: null };
    },
    pending: () => keys.length,
  };
}
