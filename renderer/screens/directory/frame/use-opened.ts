import type { Problem } from '../../../../shared/problem.ts';
import type { BridgeFunction } from '../../../data/call.ts';
import { useQuery } from '../../../data/lookup.ts';

/** The open row, kept fresh; null while it is read, and once this laptop knows it no more. */
export function useOpened<Input, Value>(
  ask: BridgeFunction<Input, Value>,
  input: Input,
): { readonly value: Value | null; readonly problem: Problem | null; readonly refetch: () => void } {
  const { value, problem, refetch } = useQuery(ask, input);
  return { value: problem?.code === 'not-found' ? null : value, problem, refetch };
}
