import { useState } from 'react';
import type { Problem } from '../../shared/problem.ts';
import { type BridgeFunction, call } from './call.ts';
import { createReadModel, useReadModel } from './read-model.ts';

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
