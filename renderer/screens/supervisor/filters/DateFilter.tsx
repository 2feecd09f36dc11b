import { Button, TextInput } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RelativePeriod, relativePeriod } from '../../../../shared/domain/supervision.ts';
import type { Instant } from '../../../../shared/time.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useToday } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { dayOfField, fieldOf, readDay, writtenDay } from '../../../components/day/day-field.ts';
import { type DateRange, dayAfter, lastDayOf, rangeOf } from '../board-view.ts';
import { FilterMenu } from './FilterMenu.tsx';
import { Pairs, Row, Stack } from '../../../components/layout.tsx';
import classes from './Filters.module.css';

// The calendar is loaded when it is first opened.
const RangeCalendar = lazy(async () => ({
  default: (await import('../../../components/day/MonthCalendar.tsx')).RangeCalendar,
}));

/** A range without limits. */
const open: DateRange = { from: null, until: null };

/** The filter by the start of a job: a relative period, or a range of days. */
export function DateFilter({
  period,
  range: fixed,
  onChange,
}: {
  /** Takes precedence over the range. */
  readonly period: RelativePeriod | null;
  readonly range: DateRange;
  readonly onChange: (period: RelativePeriod | null, range: DateRange) => void;
}) {
  const text = useText();
  const format = useFormat();
  const today = useToday();
  const range = period === null ? fixed : rangeOf(period, today);
  // A relative period is shown as a complete range, so the next tap begins a new range.
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
      <Row wrap className={classes['when']}>
        <Stack gap="1">
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
        </Stack>
        <Pairs gap="1" className={classes['days']}>
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
        </Pairs>
      </Row>
    </FilterMenu>
  );
}

/**
 * A day, typed in the format of the reader's language. A browser's own date field follows the system's order of day and
 * month.
 */
function DayField({
  label,
  day,
  onChange,
}: {
  readonly label: string;
  /** The beginning of the day; null = none. */
  readonly day: Instant | null;
  readonly onChange: (day: Instant | null) => void;
}) {
  const text = useText();
  const { i18n } = useTranslation();
  /** The text while it is typed; null = the day in its usual format. */
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const bad = typed !== null && typed.trim() !== '' && readDay(typed) === null;
  const take = (next: string) => {
    setTyped(next);
    setLeft(false);
    const read = readDay(next);
    if (read !== null || next.trim() === '') onChange(read);
  };
  return (
    <TextInput
      label={label}
      placeholder={text('installations.date.pattern')}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      value={typed ?? writtenDay(day, i18n.language)}
      error={bad && left ? text('installations.date.bad') : null}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={() => {
        setLeft(true);
        if (!bad) setTyped(null);
      }}
    />
  );
}
