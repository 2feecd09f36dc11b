import type { ScannerSettings } from '../../../shared/domain/scanning.ts';

/** One key of a keyboard or of a scanner that pretends to be one. */
export interface KeyPress {
  /** The character as the computer's layout has it; `Dead` and the like for keys that give none by themselves. */
  readonly key: string;
  /** Where the key is, whatever the layout: `KeyQ`. */
  readonly code: string;
  readonly shift: boolean;
  /** When it was pressed, in milliseconds, by the clock of the events: it stands still for no busy window. */
  readonly at: number;
}

/** Keys in a row as only a scanner sends them. */
export interface Burst {
  readonly keys: readonly KeyPress[];
  readonly endedBy: 'Enter' | 'Tab' | 'pause';
  /** The longest wait between two of its keys, the ending one included, in milliseconds. */
  readonly slowestGapMs: number;
}

/** The effect of a key on the burst. */
export interface BurstStep {
  /** Earlier keys that were a person's after all, oldest first; each is named once. */
  readonly typed: readonly KeyPress[];
  /** A code that has ended. */
  readonly scan: Burst | null;
  /** Of the key just pressed: it may belong to a code; it ended one, or trails behind one; or it is a person's. */
  readonly now: 'maybe' | 'scanner' | 'person';
}

/** Tells a scanner's keys from a person's. Knows no window: keys go in, what they were comes out. */
export interface BurstDetector {
  /** A key that gives a character, or one that ends a code. */
  readonly press: (press: KeyPress, ends: Burst['endedBy'] | null) => BurstStep;
  /** Any other key, or a key that repeats by itself: no scanner does that in the middle of a code. */
  readonly interrupt: () => readonly KeyPress[];
  /** Nothing came for longer than a gap. What was held back is a person's, or, where a pause ends a code, a code. */
  readonly rest: () => Pick<BurstStep, 'typed' | 'scan'>;
  /** Keys that may be the beginning of a code. */
  readonly pending: () => number;
}

const nothing = { typed: [], scan: null } as const;

/** Makes a detector; `settings` is asked at every key, so that a change counts at once. */
export function createBurstDetector(
  settings: () => Pick<ScannerSettings, 'maxGapMs' | 'minLength' | 'end'>,
): BurstDetector {
  let keys: KeyPress[] = [];
  /** How many of them have been reported as typed already. A slow window may say so too early; the code goes on all the same. */
  let reported = 0;
  let slowest = 0;
  /** The end of the last code: scanners may send a second ending key right behind the first. */
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
