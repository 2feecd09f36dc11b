import { SegmentedControl } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import type { AppStatus } from '../../../shared/domain/status.ts';
import { NavigationRail } from '../../app/NavigationRail.tsx';
import { useCall } from '../../bridge/call.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/RowsSkeleton.tsx';
import { useNow } from '../../format/use-now.ts';
import { useText } from '../../i18n/use-text.ts';
import { useQueue } from '../../stores/queue.ts';
import { OperationRow } from './OperationRow.tsx';
import { QueueKnown } from './QueueKnown.tsx';
import classes from './QueueScreen.module.css';

/** Every operation as a sentence, and what a person may do about it. */
export function QueueScreen({ status }: { readonly status: AppStatus }) {
  const text = useText();
  const now = useNow();
  const [which, setWhich] = useState<'unfinished' | 'all'>('unfinished');
  const { value: operations, problem } = useQueue(which);
  const tryNow = useCall(window.boxwright.queue.tryNow);
  const all = which === 'all';
  return (
    <PageLayout
      rail={<NavigationRail />}
      title={text('queue.title')}
      lead={text('queue.lead')}
      titleAside={
        <SegmentedControl
          aria-label={text('queue.filter')}
          value={which}
          onChange={(value) => setWhich(value === 'all' ? 'all' : 'unfinished')}
          data={[
            { value: 'unfinished', label: text('queue.unfinished') },
            { value: 'all', label: text('queue.all') },
          ]}
        />
      }
      known={<QueueKnown counts={status.queue} />}
      action={
        <PrimaryAction
          label={text('queue.tryNow')}
          hint={text('queue.tryNowSays')}
          busy={tryNow.busy}
          disabled={status.queue.unfinished === 0}
          onAct={() => void tryNow.run({})}
        />
      }
    >
      {tryNow.problem !== null && <ProblemNotice problem={tryNow.problem} />}
      {problem !== null && <ProblemNotice problem={problem} />}
      {operations === null && problem === null && <RowsSkeleton rows={5} height={96} />}
      {operations?.length === 0 && (
        <EmptyState icon={IconStack2} title={text(all ? 'queue.emptyAll' : 'queue.empty')}>
          {text(all ? 'queue.emptyAllSays' : 'queue.emptySays')}
        </EmptyState>
      )}
      {operations !== null && operations.length > 0 && (
        <ul className={classes['list']}>
          {operations.map((operation) => (
            <OperationRow key={operation.id} operation={operation} now={now} />
          ))}
        </ul>
      )}
    </PageLayout>
  );
}
