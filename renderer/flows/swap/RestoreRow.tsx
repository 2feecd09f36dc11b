import { Checkbox } from '@mantine/core';
import { IconCircleMinus } from '@tabler/icons-react';
import type { JobRestore } from '../../../shared/domain/job-removal.ts';
import { Saying } from '../../components/ProblemNotice.tsx';
import { OperationBadge, StateBadge, useAccordingTo } from '../../components/StateBadge.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import lists from '../steps/leaving/AccessList.module.css';
import { useAccessWords } from '../steps/leaving/access-words.ts';
import classes from './RestoreRow.module.css';

/** One access: ticked or not, and once it is asked for, how it stands. */
export function RestoreRow({
  access,
  selectable,
  checked,
  onToggle,
}: {
  readonly access: JobRestore;
  readonly selectable: boolean;
  readonly checked: boolean;
  readonly onToggle: (on: boolean) => void;
}) {
  const text = useText();
  const words = useAccessWords();
  const { operation, offer } = access;
  const says = (
    <span className={lists['words']}>
      <span className={lists['user']}>{words.user(access)}</span>
      <span className={lists['period']}>{words.period(access)}</span>
      {operation !== null && operation.problem !== null && (
        <span className={lists['note']}>
          <Saying of={{ key: `problems.${operation.problem.code}.says`, params: operation.problem.params }} />
        </span>
      )}
      {operation?.problem?.raw !== undefined && operation.problem.raw !== null && (
        <span className={lists['raw']}>{operation.problem.raw}</span>
      )}
    </span>
  );
  return (
    <li>
      {selectable ? (
        <label className={`${lists['row']} ${lists['choice']}`}>
          <Checkbox
            size="md"
            checked={checked}
            onChange={(event) => onToggle(event.currentTarget.checked)}
            aria-label={`${words.user(access)}, ${words.period(access)}`}
          />
          {says}
          {operation !== null && <State operation={operation} />}
        </label>
      ) : (
        <div className={lists['row']}>
          <span className={classes['gap']} />
          {says}
          {operation === null ? (
            <StateBadge tone="neutral" icon={IconCircleMinus}>
              {text(offer === 'yes' ? 'flow.restore.offer.over' : `flow.restore.offer.${offer}`)}
            </StateBadge>
          ) : (
            <State operation={operation} />
          )}
        </div>
      )}
    </li>
  );
}

function State({ operation }: { readonly operation: NonNullable<JobRestore['operation']> }) {
  const format = useFormat();
  const text = useText();
  const reported = useAccordingTo();
  const { state, at, confirmedBy, reportedBy } = operation;
  return (
    <span className={lists['fate']}>
      <OperationBadge state={state} />
      <time className={lists['time']} dateTime={new Date(at).toISOString()}>
        {format.timeWithSeconds(at)}
        {confirmedBy !== null && ` ${text(`flow.verify.by.${confirmedBy}`)}`}
        {reportedBy !== null && ` ${reported(reportedBy)}`}
      </time>
    </span>
  );
}
