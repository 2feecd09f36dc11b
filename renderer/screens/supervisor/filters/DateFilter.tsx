import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useFormat } from '../../../format/use-format.ts';
import { useToday } from '../../../format/use-today.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type RelativePeriod, relativePeriod } from '../../../../shared/domain/supervision.ts';
import { dayOfField, fieldOf } from '../../../components/day/day-field.ts';
import { type DateRange, dayAfter, lastDayOf, rangeOf } from './date-ranges.ts';
import { DayField } from './DayField.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import classes from './Filters.module.css';

// The calendar is loaded when the first date is filtered by.
const RangeCalendar = lazy(async () => ({
  default: (await import('../../../components/day/MonthCalendar.tsx')).RangeCalendar,
}));

/** Of any day. */
const open: DateRange = { from: null, until: null };

/** When a job was begun: days counted from today, or from a day to a day. */
export function DateFilter({
  period,
  range: fixed,
  onChange,
}: {
  /** Goes before the range. */
  readonly period: RelativePeriod | null;
  readonly range: DateRange;
  readonly onChange: (period: RelativePeriod | null, range: DateRange) => void;
}) {
  const text = useText();
  const format = useFormat();
  const today = useToday();
  const range = period === null ? fixed : rangeOf(period, today);
  // Days counted from today are whole: the next tap begins a range of its own.
  const shown = period === null ? range : { ...range, until: range.until ?? dayAfter(today) };
  const any = range.from === null && range.until === null;
  const ends = [range.from, range.until === null ? null : range.until - 1].map((at) =>
    at === null ? '' : format.date(at),
  );
  const says = any
    ? undefined
    : period === null
      ? ends.join(' – ').trim()
      : text(`installations.date.${period}`);
  return (
    <FilterMenu label={text('installations.filter.date')} set={any ? 0 : 1} says={says}>
      <div className={classes['when']}>
        <div className={classes['presets']}>
          <Button variant={any ? 'filled' : 'default'} onClick={() => onChange(null, open)}>
            {text('installations.date.any')}
          </Button>
          {relativePeriod.options.map((name) => (
            <Button
              key={name}
              variant={period === name ? 'filled' : 'default'}
              onClick={() => onChange(name, open)}
            >
              {text(`installations.date.${name}`)}
            </Button>
          ))}
        </div>
        <div className={classes['days']}>
          <DayField
            label={text('installations.date.from')}
            day={range.from}
            onChange={(from) => onChange(null, { ...range, from })}
          />
          <DayField
            label={text('installations.date.until')}
            day={lastDayOf(range.until)}
            onChange={(last) => onChange(null, { ...range, until: dayAfter(last) })}
          />
          <Suspense fallback={<div className={classes['calendar']} />}>
            <div className={classes['calendar']}>
              <RangeCalendar
                first={shown.from === null ? null : fieldOf(shown.from)}
                last={shown.until === null ? null : fieldOf(lastDayOf(shown.until))}
                onChange={(from, to) =>
                  onChange(null, { from: dayOfField(from ?? ''), until: dayAfter(dayOfField(to ?? '')) })
                }
              />
            </div>
          </Suspense>
        </div>
      </div>
    </FilterMenu>
  );
}
