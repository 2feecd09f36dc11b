import '@mantine/dates/styles.css';
import { DatePicker, type DatePickerProps } from '@mantine/dates';
import de from 'dayjs/locale/de';
import en from 'dayjs/locale/en-gb';
import es from 'dayjs/locale/es';
import fr from 'dayjs/locale/fr';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../format/use-now.ts';
import { useText } from '../../i18n/use-text.ts';
import { fieldOf } from './day-field.ts';
import classes from './MonthCalendar.module.css';

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

/** How the calendar names months and days; loaded, each makes itself known to it by its name. */
const locales = new Map(Object.entries({ de, en, es, fr }));

/** How every calendar looks and speaks, whatever is chosen with it. */
function useCalendarLook() {
  const text = useText();
  const { i18n } = useTranslation();
  return {
    className: classes['calendar'] ?? '',
    classNames: {
      day: classes['day'] ?? '',
      weekday: classes['weekday'] ?? '',
      monthsListControl: classes['month'] ?? '',
      calendarHeaderControl: classes['turn'] ?? '',
    },
    size: 'lg',
    highlightToday: true,
    hideOutsideDates: true,
    // Red is for what went wrong.
    weekendDays: [],
    locale: (locales.get(i18n.language) ?? en).name,
    maxLevel: 'year',
    ariaLabels: {
      previousMonth: text('installations.date.previousMonth'),
      nextMonth: text('installations.date.nextMonth'),
      previousYear: text('installations.date.previousYear'),
      nextYear: text('installations.date.nextYear'),
    },
  } as const satisfies Partial<DatePickerProps>;
}
