import { Button, Progress } from '@mantine/core';
import type { SyncState } from '../../../shared/domain/status.ts';
import { neverReached } from '../../../shared/never.ts';
import { useMutation } from '../../data/call.ts';
import { Card } from '../../components/Section.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import classes from './ConnectPages.module.css';

/** How far the reading is: parts done of parts in all, and rows so far. Totals are not known to the API. */
export function SyncProgressCard({ sync }: { readonly sync: SyncState }) {
  const text = useText();
  const format = useFormat();
  const stop = useMutation(window.boxwright.directory.stopSync);
  const read = useMutation(window.boxwright.directory.sync);
  const again = (
    <Button variant="default" loading={read.busy} onClick={() => void read.run({})}>
      {text('connect.syncAgain')}
    </Button>
  );
  switch (sync.state) {
    case 'never':
      return <Bar what={text('connect.syncStarting')} parts="" value={0} foot={again} />;
    case 'running':
      return (
        <Bar
          what={text('connect.syncPart', { part: text(`syncPart.${sync.part}`) })}
          parts={text('connect.syncParts', { done: sync.partsDone, total: sync.partsTotal })}
          value={(100 * sync.partsDone) / Math.max(1, sync.partsTotal)}
          foot={
            <>
              <span className={classes['quiet']}>
                {text('connect.syncRows', { count: sync.rows, rows: format.number(sync.rows) })}
              </span>
              <Button variant="default" loading={stop.busy} onClick={() => void stop.run({})}>
                {text('connect.syncStop')}
              </Button>
            </>
          }
        />
      );
    case 'complete':
      return (
        <Bar
          what={text('connect.syncDoneSays', { at: format.dateTime(sync.asOf) })}
          parts=""
          value={100}
          foot={
            sync.notOffered.length > 0 && (
              <span className={classes['quiet']}>
                {text('connect.syncNotOffered', { what: sync.notOffered.join(', ') })}
              </span>
            )
          }
        />
      );
    case 'stopped':
      return (
        <ProblemNotice problem={sync.problem} tone="attention">
          {again}
        </ProblemNotice>
      );
    default:
      return neverReached(sync);
  }
}

function Bar({
  what,
  parts,
  value,
  foot,
}: {
  readonly what: string;
  readonly parts: string;
  readonly value: number;
  readonly foot: React.ReactNode;
}) {
  return (
    <Card>
      <div className={classes['progressHead']}>
        <span className={classes['progressWhat']}>{what}</span>
        <span>{parts}</span>
      </div>
      <Progress value={value} size={12} radius="xl" transitionDuration={200} aria-label={what} />
      {foot !== false && <div className={classes['progressFoot']}>{foot}</div>}
    </Card>
  );
}
