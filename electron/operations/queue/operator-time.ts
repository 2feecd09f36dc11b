import type { Clock } from '../../../shared/clock.ts';
import type { Instant } from '../../../shared/time.ts';
import { timeToJudgeBy } from './retention-policy.ts';

/** The operator's clock, as it reported it last. */
export interface OperatorTime {
  /** An answer came: by so many milliseconds is the laptop's clock ahead of the operator's (`clockOffset`). */
  readonly heard: (offsetMs: number) => void;
  /** The time by which age is judged; null while it is not known for sure. */
  readonly judge: () => Instant | null;
}

/** Goes on by monotonic time: setting the laptop's clock does not set this one. */
export function createOperatorTime(clock: Clock): OperatorTime {
  let reported: { readonly at: Instant; readonly passed: number } | null = null;
  return {
    heard: (offsetMs) => {
      reported = { at: clock.now() - offsetMs, passed: clock.passed() };
    },
    judge: () =>
      timeToJudgeBy(
        clock.now(),
        reported === null ? null : Math.round(reported.at + clock.passed() - reported.passed),
      ),
  };
}
