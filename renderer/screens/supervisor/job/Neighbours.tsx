import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { JobId } from '../../../../shared/ids.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import type { JobNeighbours } from './use-neighbours.ts';
import classes from './Job.module.css';

/** Which job of the table this is, and the way to the one before and after it. */
export function Neighbours({
  previous,
  next,
  place,
  of,
  onGo,
}: JobNeighbours & { readonly onGo: (job: JobId | null) => void }) {
  const text = useText();
  const format = useFormat();
  const ways = [
    { to: previous, says: text('installations.job.previous'), key: 'K', icon: IconChevronUp },
    { to: next, says: text('installations.job.next'), key: 'J', icon: IconChevronDown },
  ];
  return (
    <div className={classes['neighbours']}>
      {place !== null && (
        <span>{text('installations.job.place', { place: format.number(place), of: format.number(of) })}</span>
      )}
      {ways.map(({ to, says, key, icon: Picture }) => (
        <ActionIcon
          key={key}
          variant="default"
          size={44}
          disabled={to === null}
          aria-label={says}
          title={`${says} (${key})`}
          onClick={() => onGo(to)}
        >
          <Picture size={20} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  );
}
