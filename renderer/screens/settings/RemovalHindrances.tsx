import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { RemovalFindings, RemovalHindrance } from '../../../shared/domain/removal.ts';
import { navigate } from '../../navigation/route.ts';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './RemovalSettings.module.css';

/** Why nothing can be removed yet, with the way to what is open. */
export function RemovalHindrances({
  inTheWay,
  jobs,
}: {
  readonly inTheWay: RemovalFindings['inTheWay'];
  readonly jobs: RemovalFindings['shownJobs'];
}) {
  const text = useText();
  const format = useFormat();
  const kinds = [...new Set<RemovalHindrance>(inTheWay.map(({ what }) => what))];
  const open = jobs.filter(({ id }) => inTheWay.some(({ job }) => job === id));
  return (
    <section role="alert">
      <h3 className={classes['sign']}>
        <IconAlertTriangle size={20} stroke={2} aria-hidden />
        {text('removal.hindered')}
      </h3>
      <ul>
        {kinds.map((what) => (
          <li key={what}>{text(`removal.hindrance.${what}`)}</li>
        ))}
      </ul>
      <p className={classes['says']}>{text('removal.hinderedNext')}</p>
      {open.slice(0, 5).map(({ id, startedAt }) => (
        <Button
          key={id}
          variant="default"
          mt={8}
          mr={8}
          onClick={() => navigate({ screen: 'job', jobId: id })}
        >
          {text('removal.openJob', { at: format.dateTime(startedAt) })}
        </Button>
      ))}
    </section>
  );
}
