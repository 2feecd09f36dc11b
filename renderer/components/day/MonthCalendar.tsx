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

/** A month of which one day can be chosen; the arrows move by days, Enter chooses. */
export function MonthCalendar({
  day,
  onChoose,
}: {
  /** 2026-11-24; any other text means that no day is chosen. */
  readonly day: string | null;
  readonly onChoose: (day: string) => void;
}) {
  const texts = useCalendarTexts();
  const today = useToday();
  return (
    <DatePicker
      {...texts}
      value={day}
      defaultDate={day ?? fieldOf(today)}
      onChange={(next) => {
        if (next !== null) onChoose(next);
      }}
      // Escape closes the calendar, but not the dialog around it.
      getDayProps={() => ({ 'data-mantine-stop-propagation': 'true' })}
    />
  );
}

/** A calendar for a range of days. It is in this file so that both calendars load as one chunk. */
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
  const texts = useCalendarTexts();
  const today = useToday();
  return (
    <DatePicker
      {...texts}
      type="range"
      allowSingleDateInRange
      defaultDate={first ?? fieldOf(today)}
      // Without a first day the range has no last day.
      value={[first, first === null ? null : last]}
      onChange={([from, to]) => onChange(from, to)}
    />
  );
}

/** The names of months and days by language. Each import registers its locale with dayjs under the same name. */
const locales = new Map(Object.entries({ de, en, es, fr }));

/** The appearance and language that all calendars share. */
function useCalendarTexts() {
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
    // Weekends are not red: red marks a fault.
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
