import { Button, TextInput } from '@mantine/core';
import { useFormat } from '../../../format/use-format.ts';
import { useNow } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import {
  type DateRange,
  datePresets,
  dayOfField,
  fieldOf,
  lastDayOf,
  presetOf,
  presetRange,
} from './date-presets.ts';
import { FilterMenu } from './FilterMenu.tsx';
import classes from './Filters.module.css';

/** When a job was begun: a preset, or from a day to a day. */
export function DateFilter({
  range,
  onChange,
}: {
  readonly range: DateRange;
  readonly onChange: (range: DateRange) => void;
}) {
  const text = useText();
  const format = useFormat();
  const now = useNow();
  const preset = presetOf(range, now);
  const any = range.from === null && range.until === null;
  const ends = [range.from, range.until === null ? null : range.until - 1].map((at) =>
    at === null ? '' : format.date(at),
  );
  const says = any
    ? undefined
    : preset === null
      ? ends.join(' – ').trim()
      : text(`installations.date.${preset}`);
  return (
    <FilterMenu label={text('installations.filter.date')} set={any ? 0 : 1} says={says}>
      <div className={classes['presets']}>
        <Button variant={any ? 'filled' : 'default'} onClick={() => onChange({ from: null, until: null })}>
          {text('installations.date.any')}
        </Button>
        {datePresets.map((name) => (
          <Button
            key={name}
            variant={preset === name ? 'filled' : 'default'}
            onClick={() => onChange(presetRange(name, now))}
          >
            {text(`installations.date.${name}`)}
          </Button>
        ))}
      </div>
      <div className={classes['days']}>
        <TextInput
          type="date"
          label={text('installations.date.from')}
          value={fieldOf(range.from)}
          onChange={(event) => onChange({ ...range, from: dayOfField(event.currentTarget.value) })}
        />
        <TextInput
          type="date"
          label={text('installations.date.until')}
          value={lastDayOf(range.until)}
          onChange={(event) => onChange({ ...range, until: dayOfField(event.currentTarget.value, 1) })}
        />
      </div>
    </FilterMenu>
  );
}
