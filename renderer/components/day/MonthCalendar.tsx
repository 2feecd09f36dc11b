import { DatePicker } from '@mantine/dates';
import { fieldOf } from './day-field.ts';
import { useCalendarLook } from './use-calendar-look.ts';
import { useToday } from '../../format/use-today.ts';

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
