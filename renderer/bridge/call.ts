import { useCallback, useRef, useState } from 'react';
import type { Envelope } from '../../shared/ipc/envelope.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import { err, ok, type Result } from '../../shared/result.ts';

/** A function of `window.boxwright`. */
export type BridgeFunction<Input, Value> = (input: Input) => Promise<Envelope<Value>>;

/** Asks the main process. A call that breaks on the way is a problem like any other: it never rejects. */
export async function call<Input, Value>(
  ask: BridgeFunction<Input, Value>,
  input: Input,
): Promise<Result<Value, Problem>> {
  try {
    const envelope = await ask(input);
    return envelope.ok ? ok(envelope.value) : err(envelope.error);
  } catch (cause) {
    return err(makeProblem('unexpected', {}, cause instanceof Error ? cause.message : null));
  }
}

/** A call as a screen uses it. */
export interface Calling<Input, Value> {
  /** Asks; while one is under way a second tap answers with the first one's answer. */
  readonly run: (input: Input) => Promise<Result<Value, Problem>>;
  readonly busy: boolean;
  /** Of the last answer; cleared by the next run. */
  readonly problem: Problem | null;
  readonly forget: () => void;
}

/** `const start = useCall(window.boxwright.jobs.start)`: the call with what a button and its notice need. */
export function useCall<Input, Value>(ask: BridgeFunction<Input, Value>): Calling<Input, Value> {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const underWay = useRef<Promise<Result<Value, Problem>> | null>(null);
  const run = useCallback(
    (input: Input) => {
      if (underWay.current !== null) return underWay.current;
      setBusy(true);
      setProblem(null);
      const asked = call(ask, input).then((answer) => {
        underWay.current = null;
        setBusy(false);
        setProblem(answer.ok ? null : answer.error);
        return answer;
      });
      underWay.current = asked;
      return asked;
    },
    [ask],
  );
  const forget = useCallback(() => setProblem(null), []);
  return { run, busy, problem, forget };
}
