import { useEffectEvent, useLayoutEffect } from 'react';
import type { Burst } from './keyboard/burst.ts';

/** Hears a scan as it comes, before anything is made of it. */
type RawListener = (burst: Burst) => void;

let listener: RawListener | null = null;

/** The raw listener of the next scan; null = scans go their way. */
export const rawListener = (): RawListener | null => listener;

/** While a raw listener is set, keys are not typed: what the slowest scanner sends, whatever it ends with, is a scan. */
export const WIDE_OPEN = { maxGapMs: 200, minLength: 6, end: 'pause' } as const;

/** While the component is there and `on`, every scan comes here and goes nowhere else. */
export function useRawScans(on: boolean, hear: RawListener): void {
  const latest = useEffectEvent(hear);
  useLayoutEffect(() => {
    if (!on) return;
    const mine: RawListener = (burst) => latest(burst);
    listener = mine;
    return () => {
      if (listener === mine) listener = null;
    };
  }, [on]);
}
