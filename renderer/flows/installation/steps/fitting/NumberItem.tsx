import { TextInput } from '@mantine/core';
import type { ChecklistAnswer, ChecklistItem } from '../../../../../shared/domain/checklist.ts';
import { useFormat } from '../../../../format/use-format.ts';
import { useText } from '../../../../i18n/use-text.ts';
import classes from './NumberItem.module.css';
import { readNumber } from './read-number.ts';
import { useTypedAnswer } from './use-typed-answer.ts';

/** A measured value. Out of range is said plainly and noted as measured: the list is honest, not convenient. */
export function NumberItem({
  item,
  saved,
  labelledBy,
  onAnswer,
}: {
  readonly item: Extract<ChecklistItem, { type: 'number' }>;
  readonly saved: ChecklistAnswer | undefined;
  readonly labelledBy: string;
  readonly onAnswer: (answer: number | null) => void;
}) {
  const text = useText();
  const format = useFormat();
  const { min, max, unit } = item;
  const { typed, type, rest } = useTypedAnswer(
    typeof saved === 'number' ? format.number(saved) : '',
    (resting) => onAnswer(readNumber(resting)),
  );
  const value = readNumber(typed);
  const params = { value: typed.trim(), min: format.number(min), max: format.number(max), unit };
  const wrong =
    typed.trim() === ''
      ? null
      : value === null
        ? text('flow.fitting.notNumber')
        : value < min
          ? text('flow.fitting.tooLow', params)
          : value > max
            ? text('flow.fitting.tooHigh', params)
            : null;
  return (
    <TextInput
      aria-labelledby={labelledBy}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={rest}
      onKeyDown={(event) => {
        // The first Enter gives the answer, the next one is the page's.
        if (event.key === 'Enter' && rest()) event.preventDefault();
      }}
      inputMode="decimal"
      autoComplete="off"
      className={classes['field'] ?? ''}
      rightSection={<span className={classes['unit']}>{unit}</span>}
      rightSectionPointerEvents="none"
      description={text('flow.fitting.range', params)}
      error={wrong}
      inputWrapperOrder={['input', 'description', 'error']}
    />
  );
}
