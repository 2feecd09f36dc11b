import { IconShieldExclamation } from '@tabler/icons-react';
import { logStanding, type SupervisionJob } from '../../../../shared/domain/supervision-job.ts';
import { StateBadge } from '../../../components/StateBadge.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import { logBadges, proofBadge, supervisionBadges } from '../supervision-badges.ts';
import classes from './Job.module.css';

/** How the job stands, at a glance. */
export function JobStanding({ row, timeline }: Pick<SupervisionJob, 'row' | 'timeline'>) {
  const text = useText();
  const format = useFormat();
  const state = supervisionBadges[row.state];
  const log = logBadges[logStanding(row.logFault, timeline)];
  const proof = proofBadge(row);
  const until = row.openAccess?.until ?? null;
  const ends = row.openAccess?.estimated === true ? 'accessUntilAbout' : 'accessUntil';
  return (
    <div className={classes['standing']}>
      <StateBadge tone={state.tone} icon={state.icon}>
        {row.trouble === null
          ? text(state.word)
          : `${text('installations.named', { what: text(state.word) })} ${text(`supervision.failure.${row.trouble}`)}`}
      </StateBadge>
      <StateBadge tone={proof.tone} icon={proof.icon}>
        {until === null
          ? text(proof.word)
          : `${text(proof.word)}, ${text(`installations.job.${ends}`, { at: until })}`}
      </StateBadge>
      {row.forced > 0 && (
        <StateBadge tone="waiting" icon={IconShieldExclamation}>
          {text('installations.forcedCount', { count: row.forced })}
        </StateBadge>
      )}
      <StateBadge tone={log.tone} icon={log.icon}>
        {text(log.word)}
      </StateBadge>
      {row.minutes !== null && (
        <span className={classes['quiet']}>
          {text('installations.job.took', { duration: format.duration(row.minutes * 60_000) })}
        </span>
      )}
    </div>
  );
}
