import { Button, Progress } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { SyncState } from '../../../../shared/domain/status.ts';
import type { Instant } from '../../../../shared/time.ts';
import { useMutation } from '../../../data/call.ts';
import { useFormat } from '../../../format/use-format.ts';
import { useProblemText, useText } from '../../../i18n/use-text.ts';
import classes from './SyncLine.module.css';

/** How fresh the list is, and the way to a fresher one: a bar while it is read, which can be stopped. Never changes size. */
export function SyncLine({
  sync,
  asOf,
  known,
  offered,
}: {
  readonly sync: SyncState;
  readonly asOf: Instant | null;
  /** Did this laptop say what it has? Before that nothing is known of its age. */
  readonly known: boolean;
  /** Did the last sync find that the environment has this list? */
  readonly offered: boolean;
}) {
  const text = useText();
  const format = useFormat();
  const problemText = useProblemText();
  const read = useMutation(window.boxwright.directory.sync);
  const stop = useMutation(window.boxwright.directory.stopSync);
  if (sync.state === 'running') {
    const part = text(`syncPart.${sync.part}`);
    const says = `${text('directory.sync.running', { part })}, ${text('directory.sync.rows', {
      count: sync.rows,
      rows: format.number(sync.rows),
    })}`;
    return (
      <div className={classes['line']}>
        <div className={classes['words']} role="status">
          <span className={classes['says']}>
            {says}
            <span className={classes['parts']}>
              {text('directory.sync.parts', { done: sync.partsDone, total: sync.partsTotal })}
            </span>
          </span>
          <Progress
            value={(100 * sync.partsDone) / Math.max(1, sync.partsTotal)}
            size={6}
            radius="xl"
            transitionDuration={200}
            aria-label={says}
          />
        </div>
        <Button variant="default" loading={stop.busy} onClick={() => void stop.run({})}>
          {text('directory.sync.stop')}
        </Button>
      </div>
    );
  }
  const problem = read.problem ?? (sync.state === 'stopped' ? sync.problem : null);
  return (
    <div className={classes['line']}>
      <div className={classes['words']}>
        {/* Where the list is not offered and was never read, the sentence in place of its rows says it all. */}
        {known && (offered || asOf !== null) && (
          <span>
            {asOf === null ? text('directory.sync.never') : text('directory.sync.asOf', { at: asOf })}
          </span>
        )}
        {!offered && asOf !== null && <span>{text('directory.live.listNotOffered')}</span>}
        {problem !== null && (
          <span className={classes['stopped']} role="status" title={problemText(problem).next}>
            {text('directory.sync.stopped')} {problemText(problem).says}
          </span>
        )}
      </div>
      <Button
        variant="subtle"
        leftSection={<IconRefresh size={18} stroke={2} aria-hidden />}
        loading={read.busy}
        onClick={() => void read.run({})}
      >
        {text('directory.sync.act')}
      </Button>
    </div>
  );
}
