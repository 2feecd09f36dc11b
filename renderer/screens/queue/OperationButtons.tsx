import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OperationView } from '../../../shared/domain/operation.ts';
import { hashOf } from '../../app/route.ts';
import { useCall } from '../../bridge/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useSay, useText } from '../../i18n/use-text.ts';
import { actionsOf } from './actions-of.ts';
import classes from './OperationButtons.module.css';

type Question = 'give-up' | 'done' | 'not-done';

/** What a person may do about an operation. Whatever cannot be undone is asked about first. */
export function OperationButtons({ operation }: { readonly operation: OperationView }) {
  const text = useText();
  const allowed = actionsOf(operation);
  const retry = useCall(window.boxwright.queue.retry);
  const [question, setQuestion] = useState<Question | null>(null);
  return (
    <div className={classes['buttons']}>
      {operation.jobId !== null && (
        <Button component="a" variant="subtle" href={hashOf({ screen: 'job', jobId: operation.jobId })}>
          {text('queue.openJob')}
        </Button>
      )}
      {allowed.cancel && (
        <Button variant="default" onClick={() => setQuestion('give-up')}>
          {text('queue.cancel')}
        </Button>
      )}
      {allowed.decide && (
        <>
          <Button variant="default" onClick={() => setQuestion('not-done')}>
            {text('queue.wasNotDone')}
          </Button>
          <Button onClick={() => setQuestion('done')}>{text('queue.wasDone')}</Button>
        </>
      )}
      {allowed.retry && (
        <Button loading={retry.busy} onClick={() => void retry.run({ operationId: operation.id })}>
          {text('queue.retry')}
        </Button>
      )}
      {retry.problem !== null && <ProblemNotice problem={retry.problem} />}
      <Questions operation={operation} question={question} onClose={() => setQuestion(null)} />
    </div>
  );
}

function Questions({
  operation,
  question,
  onClose,
}: {
  readonly operation: OperationView;
  readonly question: Question | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const say = useSay();
  const cancel = useCall(window.boxwright.queue.cancel);
  const decide = useCall(window.boxwright.queue.decide);
  const about = say(operation.sentence);
  const operationId = operation.id;
  return (
    <>
      <Confirmation
        open={question === 'give-up'}
        title={text('queue.giveUpTitle')}
        about={about}
        says={[text('queue.giveUpSays'), ...(actionsOf(operation).decide ? [text('queue.giveUpMaybe')] : [])]}
        yes={text('queue.giveUpYes')}
        no={text('queue.giveUpNo')}
        danger
        calling={cancel}
        onYes={() => cancel.run({ operationId })}
        onClose={onClose}
      />
      <Confirmation
        open={question === 'done'}
        title={text('queue.decideDoneTitle')}
        about={about}
        says={[text('queue.decideDoneSays')]}
        yes={text('queue.decideYes')}
        no={text('common.cancel')}
        calling={decide}
        onYes={() => decide.run({ operationId, wasDone: true })}
        onClose={onClose}
      />
      <Confirmation
        open={question === 'not-done'}
        title={text('queue.decideNotDoneTitle')}
        about={about}
        says={[text('queue.decideNotDoneSays')]}
        yes={text('queue.decideYes')}
        no={text('common.cancel')}
        danger
        calling={decide}
        onYes={() => decide.run({ operationId, wasDone: false })}
        onClose={onClose}
      />
    </>
  );
}
