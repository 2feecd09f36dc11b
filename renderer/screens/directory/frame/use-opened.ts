import type { Problem } from '../../../../shared/problem.ts';
import type { BridgeFunction } from '../../../bridge/call.ts';
import { useLookup } from '../../../stores/lookup.ts';

/** The open row, kept fresh; null while it is read, and once this laptop knows it no more. */
export function useOpened<Input, Value>(
  ask: BridgeFunction<Input, Value>,
  input: Input,
): { readonly value: Value | null; readonly problem: Problem | null; readonly again: () => void } {
  const { value, problem, again } = useLookup(ask, input);
  return { value: problem?.code === 'not-found' ? null : value, problem, again };
}
