import { useState } from 'react';
import type { ChecklistDeviation, ForcedMark, TypedAnswer } from '../../../shared/domain/checklist.ts';
import { deviationOf } from '../../../shared/domain/checklist-asking.ts';
import type { ItemProps } from './row-props.ts';
import { useTypedAnswer } from './use-typed-answer.ts';

/** A field whose answer is checked while it is typed. */
export interface CheckedAnswer {
  readonly typed: string;
  readonly type: (typed: string) => void;
  /** Hands on what rests still; answers whether there was anything. */
  readonly rest: () => boolean;
  /** The content of the field as an answer; null when it is none. */
  readonly value: TypedAnswer | null;
  readonly deviation: ChecklistDeviation | null;
  /** The mark of what stands in the field, once it was forced. */
  readonly mark: ForcedMark | null;
  readonly reason: string;
  readonly giveReason: (reason: string) => void;
  /** Keeps what stands in the field all the same. Nothing happens without a reason. */
  readonly force: () => void;
}

/**
 * An answer that is as it should be counts when typing rests. One that is not takes back the answer before it and
 * stays unsaved, until there is a reason why it counts anyway.
 */
export function useCheckedAnswer(
  {
    item,
    answer,
    mark,
    unsaved,
    known,
    onAnswer,
    onUnsaved,
  }: Omit<ItemProps<'number' | 'scan'>, 'labelledBy'>,
  saved: string,
  read: (typed: string) => TypedAnswer | null,
): CheckedAnswer {
  const [reason, setReason] = useState(unsaved?.reason ?? '');
  const checked = (text: string) => {
    const value = read(text);
    return { value, deviation: value === null ? null : deviationOf(item, value, known) };
  };
  const take = (resting: string) => {
    const { value, deviation } = checked(resting);
    const isMarked = mark !== null && value === mark.value;
    if (value !== null && (deviation === null || isMarked)) {
      onAnswer(value, isMarked ? mark.reason : null);
      onUnsaved(null);
      return;
    }
    if (answer !== undefined) onAnswer(null, null);
    onUnsaved(resting.trim() === '' ? null : { typed: resting, reason });
  };
  const { typed, type, rest } = useTypedAnswer(unsaved?.typed ?? saved, take);
  const { value, deviation } = checked(typed);
  return {
    typed,
    type,
    rest,
    value,
    deviation,
    mark: mark !== null && mark.value === value ? mark : null,
    reason,
    giveReason: (next) => {
      setReason(next);
      onUnsaved({ typed, reason: next });
    },
    force: () => {
      if (value === null || deviation === null || reason.trim() === '') return;
      rest();
      onAnswer(value, reason);
      onUnsaved(null);
      setReason('');
    },
  };
}
