import { useCallback, useRef, useState, useMemo } from 'react';
import type { Envelope } from '../../shared/ipc/messages.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { untilUnlocked } from './lock.ts';

/** A function of `window.boxwright`. */
export type BridgeFunction<Input, Value> = (input: Input) => Promise<Envelope<Value>>;

/**
 * Whether a call that main refused because of the lock is repeated after unlocking. `always`: reads and drafts.
 * `by-same-worker`: checklist answers, because the log would otherwise name another worker. `never`: taps, because the
 * window may be unlocked much later.
 */
export type RetryPolicy = 'always' | 'by-same-worker' | 'never';

/** Calls the main process. Never rejects: a call that fails in transit resolves to a problem. */
export async function call<Input, Value>(
  ask: BridgeFunction<Input, Value>,
  input: Input,
  retryPolicy: RetryPolicy = 'always',
): Promise<Result<Value, Problem>> {
  try {
    const envelope = await ask(input);
    if (envelope.ok) return ok(envelope.value);
    const meetsLock = envelope.error.code === 'window-locked' && retryPolicy !== 'never';
    if (meetsLock && (await isOpenedFor(retryPolicy))) return await call(ask, input, retryPolicy);
    return err(envelope.error);
  } catch (cause) {
    return err(makeProblem('unexpected', {}, cause instanceof Error ? cause.message : null));
  }
}

async function isOpenedFor(retryPolicy: RetryPolicy): Promise<boolean> {
  const opened = await untilUnlocked();
  return opened !== null && (retryPolicy === 'always' || opened.sameWorker);
}

interface Asked<Input, Value> {
  readonly input: Input;
  readonly answer: Promise<Result<Value, Problem>>;
}

/** A call with its state, as a screen uses it. */
export interface Mutation<Input, Value> {
  /**
   * Runs the call. A second tap with the same input joins the call under way; a call with other input is queued behind
   * it. No call is dropped, and the order is preserved.
   */
  readonly run: (input: Input) => Promise<Result<Value, Problem>>;
  readonly busy: boolean;
  /** The problem of the last refusal; cleared by the next run while no call is under way. */
  readonly problem: Problem | null;
  readonly reset: () => void;
}

/**
 * `const start = useMutation(window.boxwright.jobs.start)`: the call with the state that a button and its notice need.
 * While the window is locked, the call is refused.
 */
export function useMutation<Input, Value>(ask: BridgeFunction<Input, Value>): Mutation<Input, Value> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const last = useRef<Asked<Input, Value> | null>(null);
  const run = useCallback(
    (input: Input) => {
      const before = last.current;
      // Inputs are compared by value.
      if (before !== null && JSON.stringify(before.input) === JSON.stringify(input)) return before.answer;
      if (before === null) {
        setBusy(true);
        setProblem(null);
      }
      const once = () => call(ask, input, 'never');
      const asked: Asked<Input, Value> = {
        input,
        answer: (before === null ? once() : before.answer.then(once)).then((answer) => {
          if (!answer.ok) setProblem(answer.error);
          if (last.current === asked) {
            last.current = null;
            setBusy(false);
          }
          return answer;
        }),
      };
      last.current = asked;
      return asked.answer;
    },
    [ask],
  );
  const reset = useCallback(() => setProblem(null), []);
  return { run, busy, problem, reset };
}

/** Discards stale answers. */
interface Latest {
  /** Begins a call; the returned function reports whether it is still the newest one. */
  readonly begin: () => () => boolean;
  /** Makes the running call stale, because its input was changed. */
  readonly overtake: () => void;
}

/** For calls whose answer counts only for the current input: `const isLatest = latest.begin()`. */
export function useLatest(): Latest {
  const round = useRef(0);
  return useMemo(
    () => ({
      begin: () => {
        round.current += 1;
        const mine = round.current;
        return () => mine === round.current;
      },
      overtake: () => {
        round.current += 1;
      },
    }),
    [],
  );
}
