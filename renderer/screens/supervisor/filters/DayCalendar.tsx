import { DatePicker } from '@mantine/dates';
import { dayOfField, fieldOf } from '../../../components/day/day-field.ts';
import { useCalendarLook } from '../../../components/day/use-calendar-look.ts';
import { useToday } from '../../../format/use-today.ts';
import { type DateRange, dayAfter, lastDayOf } from './date-ranges.ts';

/** A month of days to choose the first and the last of; the arrows go from day to day, Enter takes one. */
export function DayCalendar({
  range,
  onChange,
}: {
  readonly range: DateRange;
  readonly onChange: (range: DateRange) => void;
}) {
  const look = useCalendarLook();
  const today = useToday();
  const first = range.from === null ? null : fieldOf(range.from);
  const last = range.until === null ? null : fieldOf(lastDayOf(range.until));
  return (
    <DatePicker
      {...look}
      type="range"
      allowSingleDateInRange
      defaultDate={fieldOf(range.from ?? today)}
      // Without a first day there is nothing that a day could be the end of.
      value={[first, first === null ? null : last]}
      onChange={([from, to]) =>
        onChange({ from: dayOfField(from ?? ''), until: dayAfter(dayOfField(to ?? '')) })
      }
    />
  );
}
