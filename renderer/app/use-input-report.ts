import { useEffect } from 'react';
import { SECOND } from '../../shared/time.ts';
import { call } from '../data/call.ts';

/** Input of a person or a scanner: the end of a key, because the scanner's listener keeps its beginning to itself. */
const INPUT = ['keyup', 'pointerdown', 'pointermove', 'wheel'] as const;
const AT_MOST_EVERY_MS = 10 * SECOND;

/** Reports input to the main process, which measures how long there was none. */
export function useInputReport(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    let reportedAt = Number.NEGATIVE_INFINITY;
    const report = ({ timeStamp }: Event) => {
      if (timeStamp - reportedAt < AT_MOST_EVERY_MS) return;
      reportedAt = timeStamp;
      void call(window.boxwright.lock.stillHere, {});
    };
    const options = { capture: true, passive: true } as const;
    for (const type of INPUT) window.addEventListener(type, report, options);
    return () => {
      for (const type of INPUT) window.removeEventListener(type, report, options);
    };
  }, [on]);
}
