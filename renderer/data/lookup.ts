import { useEffect, useState } from 'react';
import type { Problem } from '../../shared/problem.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import { type BridgeFunction, call } from './call.ts';
import { keepEqual, createReadModel, useReadModel } from './read-model.ts';
import { directoryTopics } from './topics.ts';

/** An answer with its input, so that a screen knows when the answer lags behind the typed text. */
export interface Query<Input, Value> {
  readonly value: Value | null;
  /** The input that `value` answers; null before the first answer. */
  readonly answers: Input | null;
  readonly problem: Problem | null;
  /** Retries after a failure. */
  readonly refetch: () => void;
}

/** A read model with a changeable input. */
function createQuery<Input, Value>(
  ask: BridgeFunction<Input, Value>,
  first: Input,
  topics: readonly Topic[],
) {
  let question = first;
  const model = createReadModel<{ readonly input: Input; readonly value: Value }>({
    read: async () => {
      const input = question;
      const answer = await call(ask, input);
      return answer.ok ? { ok: true, value: { input, value: answer.value } } : answer;
    },
    concerns: (topic) => topics.includes(topic),
    // Screens compare the answered input with theirs by identity.
    keep: (before, now) => {
      const value = keepEqual(before?.value, now.value);
      return before?.input === now.input && before.value === value ? before : { input: now.input, value };
    },
  });
  const askAbout = (input: Input) => {
    // Inputs are compared by value.
    if (JSON.stringify(input) === JSON.stringify(question)) return;
    question = input;
    void model.refresh();
  };
  return { model, askAbout };
}

/**
 * Queries local data while a person types or scrolls. At most one call is under way, the last input is always answered,
 * and a commit of one of `topics` refetches. The previous answer stays until the next one arrives.
 */
export function useQuery<Input, Value>(
  ask: BridgeFunction<Input, Value>,
  input: Input,
  topics: readonly Topic[] = directoryTopics,
): Query<Input, Value> {
  const [lookup] = useState(() => createQuery(ask, input, topics));
  useEffect(() => lookup.askAbout(input), [lookup, input]);
  const { value, problem, refetch } = useReadModel(lookup.model);
  return { value: value?.value ?? null, answers: value?.input ?? null, problem, refetch };
}

/** Calls once when the component mounts, and again by `refetch`. */
export function useAnswer<Input, Value>(
  ask: BridgeFunction<Input, Value>,
  input: Input,
): { readonly value: Value | null; readonly problem: Problem | null; readonly refetch: () => void } {
  const [model] = useState(() =>
    createReadModel<Value>({ read: () => call(ask, input), concerns: (topic) => topic === 'profile' }),
  );
  return useReadModel(model);
}
