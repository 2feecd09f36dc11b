import type { ChecklistAnswer, ForcedMark } from '../../../shared/domain/checklist.ts';

/** The mark of the answer that stands now; null where it was not forced, or was put right since. */
export function currentMark(
  forced: readonly ForcedMark[],
  template: string,
  item: string,
  answer: ChecklistAnswer | undefined,
): ForcedMark | null {
  const mark = forced.findLast((other) => other.template === template && other.item === item);
  return mark !== undefined && mark.value === answer ? mark : null;
}
