import { Button } from '@mantine/core';
import type { SyncState } from '../../../shared/domain/status.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import classes from './SyncNotice.module.css';

/** Says when the fleet cannot be searched, and reads it at a tap. Silent while all is well. */
export function SyncNotice({ sync }: { readonly sync: SyncState }) {
  const text = useText();
  const read = useMutation(window.boxwright.directory.sync);
  const button = (
    <Button variant="default" loading={read.busy} onClick={() => void read.run({})}>
      {text(sync.state === 'never' ? 'home.syncNow' : 'home.syncAgain')}
    </Button>
  );
  if (sync.state === 'never') {
    return (
      <div className={classes['notice']} role="status">
        <p>{text('home.syncNever')}</p>
        {button}
      </div>
    );
  }
  // Stopped with an older copy at hand blocks no work: Settings says it.
  if (sync.state !== 'stopped' || sync.asOf !== null) return null;
  return (
    <div className={classes['stopped']}>
      <ProblemNotice problem={sync.problem} tone="attention">
        {button}
      </ProblemNotice>
    </div>
  );
}
