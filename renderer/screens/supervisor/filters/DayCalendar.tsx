import { DatePicker } from '@mantine/dates';
import de from 'dayjs/locale/de';
import en from 'dayjs/locale/en-gb';
import es from 'dayjs/locale/es';
import fr from 'dayjs/locale/fr';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../../format/use-today.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type DateRange, dayAfter, dayOfField, fieldOf, lastDayOf } from './date-ranges.ts';
import classes from './Filters.module.css';

/** How the calendar names months and days; loaded, each makes itself known to it by its name. */
const locales = new Map(Object.entries({ de, en, es, fr }));

/** A month of days to choose the first and the last of; the arrows go from day to day, Enter takes one. */
export function DayCalendar({
  range,
  onChange,
}: {
  readonly range: DateRange;
  readonly onChange: (range: DateRange) => void;
}) {
  const text = useText();
  const { i18n } = useTranslation();
  const today = useToday();
  const first = range.from === null ? null : fieldOf(range.from);
  const last = range.until === null ? null : fieldOf(lastDayOf(range.until));
  return (
    <DatePicker
      className={classes['calendar'] ?? ''}
      classNames={{
        day: classes['day'] ?? '',
        weekday: classes['weekday'] ?? '',
        monthsListControl: classes['month'] ?? '',
        calendarHeaderControl: classes['turn'] ?? '',
      }}
      type="range"
      size="lg"
      allowSingleDateInRange
      highlightToday
      hideOutsideDates
      // Red is for what went wrong.
      weekendDays={[]}
      locale={(locales.get(i18n.language) ?? en).name}
      defaultDate={fieldOf(range.from ?? today)}
      // Without a first day there is nothing that a day could be the end of.
      value={[first, first === null ? null : last]}
      onChange={([from, to]) =>
        onChange({ from: dayOfField(from ?? ''), until: dayAfter(dayOfField(to ?? '')) })
      }
      maxLevel="year"
      ariaLabels={{
        previousMonth: text('installations.date.previousMonth'),
        nextMonth: text('installations.date.nextMonth'),
        previousYear: text('installations.date.previousYear'),
        nextYear: text('installations.date.nextYear'),
      }}
    />
  );
}
