import { useCallback } from 'react';
import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import type { Instant } from '../../../../shared/time.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Line, LineList } from '../frame/Facts.tsx';
import { accessNames } from './access.ts';

/** The accesses that an act affects, one by one. */
export function PeriodLines({
  label,
  accesses,
  names,
}: {
  readonly label: string;
  readonly accesses: readonly DirectoryAssignment[];
  /** The field by which the accesses differ here. */
  readonly names: 'user' | 'car';
}) {
  const text = useText();
  const period = usePeriod();
  return (
    <LineList label={label}>
      {accesses.map((access) => (
        <Line key={access.id} main={accessNames(text, access, null)[names]} small={period(access)} />
      ))}
    </LineList>
  );
}

/** Formats an instant with its day; the year only when it is not the present one. */
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

/** Formats a period: "3 Nov, 10:42 to 4 Nov, 10:42", or open-ended. */
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
