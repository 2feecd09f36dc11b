import { TextInput } from '@mantine/core';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { ForceAnswer } from './ForceAnswer.tsx';
import { ForcedLine } from './ForcedLine.tsx';
import classes from './NumberItem.module.css';
import { readNumber } from './read-number.ts';
import type { ItemProps } from './row-props.ts';
import { useCheckedAnswer } from './use-checked-answer.ts';

/** A measured value. Out of range is said plainly, and counts only with a reason. */
export function NumberItem(props: ItemProps<'number'>) {
  const text = useText();
  const format = useFormat();
  const { item, answer, labelledBy } = props;
  const { min, max, unit } = item;
  const saved = typeof answer === 'number' ? format.number(answer) : '';
  const checked = useCheckedAnswer(props, saved, (entered) => readNumber(entered, format));
  const { typed, type, rest, value, deviation, mark } = checked;
  const params = { value: typed.trim(), min: format.number(min), max: format.number(max), unit };
  const wrong =
    typed.trim() === '' || mark !== null
      ? null
      : value === null
        ? text('flow.fitting.notNumber')
        : deviation === null
          ? null
          : text(deviation.kind === 'below' ? 'flow.fitting.tooLow' : 'flow.fitting.tooHigh', params);
  return (
    <>
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
        maxLength={40}
        className={classes['field'] ?? ''}
        rightSection={<span className={classes['unit']}>{unit}</span>}
        rightSectionPointerEvents="none"
        description={text('flow.fitting.range', params)}
        error={wrong}
        inputWrapperOrder={['input', 'description', 'error']}
      />
      {deviation !== null && mark === null && (
        <ForceAnswer checked={checked} value={`${typed.trim()} ${unit}`.trim()} />
      )}
      {mark !== null && <ForcedLine mark={mark} />}
    </>
  );
}
