import { Textarea } from '@mantine/core';
import { LONGEST_ANSWER } from '../../../shared/domain/checklist.ts';
import type { ItemProps } from './row-props.ts';
import { useTypedAnswer } from './use-typed-answer.ts';

/** A few words. */
export function TextItem({
  answer,
  labelledBy,
  onAnswer,
}: Pick<ItemProps<'text'>, 'item' | 'answer' | 'labelledBy' | 'onAnswer'>) {
  const { typed, type, rest } = useTypedAnswer(typeof answer === 'string' ? answer : '', (resting) =>
    onAnswer(resting.trim() === '' ? null : resting, null),
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
      maxLength={LONGEST_ANSWER}
    />
  );
}
