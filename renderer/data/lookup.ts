import { useEffect, useState } from 'react';
import type { Problem } from '../../shared/problem.ts';
import type { Topic } from '../../shared/ipc/pushed.ts';
import { type BridgeFunction, call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';
import { directoryTopics } from './topics.ts';

/** An answer with the question it belongs to, so that a screen knows when it is behind the typing. */
export interface Query<Input, Value> {
  readonly value: Value | null;
  /** The question that `value` answers; null before the first. */
  readonly answers: Input | null;
  readonly problem: Problem | null;
  /** Asks once more, after it could not be read. */
  readonly refetch: () => void;
}

/** A read model whose question can change. */
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
  });
  const askAbout = (input: Input) => {
    // A new object with the same fields is no new question.
    if (JSON.stringify(input) === JSON.stringify(question)) return;
    question = input;
    void model.refresh();
  };
  return { model, askAbout };
}

/**
 * Looks something up on this laptop while a person types or scrolls: at most one question under way, the last one always
 * answered, asked again when one of `topics` changed. The previous answer stays until the next one is there.
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

/** Asks when what needs it is shown, and once more by `refetch`. */
export function useAnswer<Input, Value>(
  ask: BridgeFunction<Input, Value>,
  input: Input,
): { readonly value: Value | null; readonly problem: Problem | null; readonly refetch: () => void } {
  const [model] = useState(() =>
    createReadModel<Value>({ read: () => call(ask, input), concerns: (topic) => topic === 'profile' }),
  );
  return useReadModel(model);
}
