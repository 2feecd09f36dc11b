import type { Policy } from '../../shared/domain/settings.ts';
import { useAnswer } from './answer.ts';

const everything = {} as const;

/** The values that the laptop's administrator has set; none until they are known. */
export function usePolicy(): Policy {
  return useAnswer(window.boxwright.connect.policy, everything).value ?? {};
}
