import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Line, LineList } from '../frame/LineList.tsx';
import { accessNames } from './access-names.ts';
import { usePeriod } from './use-period.ts';

/** Accesses named one by one, where something is about to happen to them. */
export function PeriodLines({
  label,
  accesses,
  names,
}: {
  readonly label: string;
  readonly accesses: readonly DirectoryAssignment[];
  /** The distinguishing fields here. */
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
