import { useCallback, useRef, useState, useMemo } from 'react';
import type { Envelope } from '../../shared/ipc/call.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { untilUnlocked } from './lock.ts';

/** A function of `window.boxwright`. */
export type BridgeFunction<Input, Value> = (input: Input) => Promise<Envelope<Value>>;

/**
 * Whether a call that met the lock is asked again when the window is open; main has done nothing of it. A reading and a draft
 * always are. An answer is for the same worker alone, or the log would name another. A tap is not: that may be tomorrow.
 */
export type AskedAgain = 'always' | 'by-same-worker' | 'never';

/** Asks the main process. A call that breaks on the way is a problem like any other: it never rejects. */
export async function call<Input, Value>(
  ask: BridgeFunction<Input, Value>,
  input: Input,
  again: AskedAgain = 'always',
): Promise<Result<Value, Problem>> {
  try {
    const envelope = await ask(input);
    if (envelope.ok) return ok(envelope.value);
    const meetsLock = envelope.error.code === 'window-locked' && again !== 'never';
    if (meetsLock && (await isOpenedFor(again))) return await call(ask, input, again);
    return err(envelope.error);
  } catch (cause) {
    return err(makeProblem('unexpected', {}, cause instanceof Error ? cause.message : null));
  }
}

async function isOpenedFor(again: AskedAgain): Promise<boolean> {
  const opened = await untilUnlocked();
  return opened !== null && (again === 'always' || opened.sameWorker);
}

interface Asked<Input, Value> {
  readonly input: Input;
  readonly answer: Promise<Result<Value, Problem>>;
}

/** A call as a screen uses it. */
export interface Mutation<Input, Value> {
  /**
   * Asks. A second tap with the same input joins the call under way; a call with other input waits for it and gets an answer of
   * its own. Nothing that a person asked for is dropped, and the order stays.
   */
  readonly run: (input: Input) => Promise<Result<Value, Problem>>;
  readonly busy: boolean;
  /** Of the last refusal; cleared by the next run while nothing is under way. */
  readonly problem: Problem | null;
  readonly reset: () => void;
}

/** `const start = useMutation(window.boxwright.jobs.start)`: the call with what a button and its notice need. A tap that meets the lock is refused. */
export function useMutation<Input, Value>(ask: BridgeFunction<Input, Value>): Mutation<Input, Value> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const last = useRef<Asked<Input, Value> | null>(null);
  const run = useCallback(
    (input: Input) => {
      const before = last.current;
      // A new object with the same fields is the same question.
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

/** Tells whether an answer is still wanted. */
interface Latest {
  /** Begins a round; the function says whether it is still the newest one. */
  readonly begin: () => () => boolean;
  /** The running call is no longer wanted: its input was changed. */
  readonly overtake: () => void;
}

/** For calls whose answer counts only for the input they were given: `const isLatest = latest.begin()`. */
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
