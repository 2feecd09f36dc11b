import { Textarea } from '@mantine/core';
import type { ChecklistAnswer } from '../../../../../shared/domain/checklist.ts';
import { useTypedAnswer } from './use-typed-answer.ts';

const LONGEST = 2000;

/** A few words. */
export function TextItem({
  saved,
  labelledBy,
  onAnswer,
}: {
  readonly saved: ChecklistAnswer | undefined;
  readonly labelledBy: string;
  readonly onAnswer: (answer: string | null) => void;
}) {
  const { typed, type, rest } = useTypedAnswer(typeof saved === 'string' ? saved : '', (resting) =>
    onAnswer(resting.trim() === '' ? null : resting),
  );
  return (
    <Textarea
      aria-labelledby={labelledBy}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={rest}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={LONGEST}
    />
  );
}
