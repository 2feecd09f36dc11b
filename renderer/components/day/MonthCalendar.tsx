import '@mantine/dates/styles.css';
import { DatePicker } from '@mantine/dates';
import { useToday } from '../../format/use-today.ts';
import { fieldOf } from './day-field.ts';
import { useCalendarLook } from './use-calendar-look.ts';

/** A month of days to choose one of; the arrows go from day to day, Enter takes one. */
export function MonthCalendar({
  day,
  onChoose,
}: {
  /** 2026-11-24; anything that is no day = none. */
  readonly day: string | null;
  readonly onChoose: (day: string) => void;
}) {
  const look = useCalendarLook();
  const today = useToday();
  return (
    <DatePicker
      {...look}
      value={day}
      defaultDate={day ?? fieldOf(today)}
      onChange={(next) => {
        if (next !== null) onChoose(next);
      }}
      // Escape closes the calendar, and not the dialog it stands in.
      getDayProps={() => ({ 'data-mantine-stop-propagation': 'true' })}
    />
  );
}

/** The same to choose the first and the last of; stands here, so that both come as one piece when the first is wanted. */
export function RangeCalendar({
  first,
  last,
  onChange,
}: {
  /** 2026-11-24; null = open. */
  readonly first: string | null;
  readonly last: string | null;
  readonly onChange: (first: string | null, last: string | null) => void;
}) {
  const look = useCalendarLook();
  const today = useToday();
  return (
    <DatePicker
      {...look}
      type="range"
      allowSingleDateInRange
      defaultDate={first ?? fieldOf(today)}
      // Without a first day there is nothing that a day could be the end of.
      value={[first, first === null ? null : last]}
      onChange={([from, to]) => onChange(from, to)}
    />
  );
}
