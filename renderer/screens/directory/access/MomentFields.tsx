import { TextInput } from '@mantine/core';
import { DayInput } from '../../../components/day/DayInput.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { instantOf, type MomentFaults, type TypedMoment } from './typed-moment.ts';
import classes from './PeriodFields.module.css';

/** A day and a time. */
export function MomentFields({
  label,
  value,
  faults,
  onChange,
}: {
  /** The subject, for screen readers. */
  readonly label: string;
  readonly value: TypedMoment;
  /** Null while nothing is to be said. */
  readonly faults: MomentFaults | null;
  readonly onChange: (value: TypedMoment) => void;
}) {
  const text = useText();
  const format = useFormat();
  const day = instantOf({ date: value.date, time: '12:00' });
  return (
    <div className={classes['moment']} role="group" aria-label={label}>
      <DayInput
        label={text('directory.period.date')}
        // In words: a month is not mistaken for a day.
        description={day.ok ? format.date(day.at) : null}
        value={value.date}
        error={faults?.date === true ? text('directory.period.dateBad') : null}
        onChange={(date) => onChange({ ...value, date })}
      />
      <TextInput
        label={text('directory.period.time')}
        description={text('directory.period.timeSays')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value.time}
        error={faults?.time === true ? text('directory.period.timeBad') : null}
        autoComplete="off"
        onChange={(event) => onChange({ ...value, time: event.currentTarget.value })}
      />
    </div>
  );
}
