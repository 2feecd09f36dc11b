import de from 'dayjs/locale/de';
import en from 'dayjs/locale/en-gb';
import es from 'dayjs/locale/es';
import fr from 'dayjs/locale/fr';
import type { DatePickerProps } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { useText } from '../../i18n/use-text.ts';
import classes from './Calendar.module.css';

/** How the calendar names months and days; loaded, each makes itself known to it by its name. */
const locales = new Map(Object.entries({ de, en, es, fr }));

/** How every calendar looks and speaks, whatever is chosen with it. */
export function useCalendarLook() {
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
