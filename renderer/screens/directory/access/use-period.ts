import { useCallback } from 'react';
import type { Instant } from '../../../../shared/time.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';

/** Writes an instant with its day; with the year only when it is not this one. */
export function useMoment(): (at: Instant) => string {
  const format = useFormat();
  return useCallback(
    (at) =>
      new Date(at).getFullYear() === new Date().getFullYear()
        ? format.dateTime(at)
        : `${format.date(at)}, ${format.time(at)}`,
    [format],
  );
}

/** Writes a time range: "3 Nov, 10:42 to 4 Nov, 10:42", or open-ended. */
export function usePeriod(): (period: { readonly start: Instant; readonly end: Instant | null }) => string {
  const text = useText();
  const moment = useMoment();
  return useCallback(
    ({ start, end }) =>
      end === null
        ? text('directory.access.openEnded', { start: moment(start) })
        : text('directory.access.fromTo', { start: moment(start), end: moment(end) }),
    [text, moment],
  );
}
