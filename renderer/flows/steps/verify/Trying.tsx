import { Button, UnstyledButton } from '@mantine/core';
import { useEffect, useState, useId } from 'react';
import { IconCheck, IconLock, IconLockOpen, IconX } from '@tabler/icons-react';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFlowOf, useJobCall } from '../../flow-context.ts';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { Timeline } from './Timeline.tsx';
import { Block, Pairs, Row, Text } from '../../../components/layout.tsx';
import classes from './Verify.module.css';

/** Minutes by which one tap extends a running test access. */
const MORE_MINUTES = 15;

/** The test access is active: did the car open, did it close? Then the access is removed again. */
export function Trying() {
  const text = useText();
  const { job, advance: goOn } = useFlowOf('installation', 'swap');
  const { verification } = job;
  // One mutation per question: a second tap joins the call under way, and both questions may be answered at once.
  const opened = useJobCall(window.boxwright.jobs.recordAccess);
  const closed = useJobCall(window.boxwright.jobs.recordAccess);
  const remove = useJobCall(window.boxwright.jobs.removeTestAccess);
  const prove = useJobCall(window.boxwright.jobs.proveAccess);
  const extend = useJobCall(window.boxwright.jobs.extendTestAccess);
  const untried = verification.opened === null && verification.closed === null;
  const answered = verification.opened !== null && verification.closed !== null;
  const removalFailed = verification.phase === 'removal-failed';
  // This page appears by itself where the button for the next car was. A tap meant for that button must not record that
  // the car opened.
  const acceptsTaps = useTapDelay();
  const removeAccess = () => void remove.run({ jobId: job.id });
  const bothWorked = async () => {
    const answer = await prove.run({ jobId: job.id });
    if (answer.ok) goOn(answer.value, 'finish');
  };
  return (
    <StepFrame
      title={text('flow.verify.title')}
      lead={text('flow.verify.try', { user: verification.userName ?? text('common.unknown') })}
      problem={opened.problem ?? closed.problem ?? remove.problem ?? prove.problem ?? extend.problem}
      action={
        untried
          ? {
              label: text('flow.verify.bothWorked'),
              onAct: () => void bothWorked(),
              busy: prove.busy,
              hint: text('flow.verify.bothWorkedSays'),
              missing: acceptsTaps ? null : text('flow.verify.bothWorkedSays'),
            }
          : {
              label: text(removalFailed ? 'flow.verify.removeAgain' : 'flow.verify.remove'),
              onAct: removeAccess,
              busy: remove.busy,
              takesFocus: answered,
              ...(answered ? {} : { hint: text('flow.verify.removeFirst') }),
            }
      }
      nextToBack={
        untried && (
          <Button variant="default" size="lg" loading={remove.busy} onClick={removeAccess}>
            {text(removalFailed ? 'flow.verify.removeAgain' : 'flow.verify.remove')}
          </Button>
        )
      }
    >
      {removalFailed && verification.problem !== null && (
        <ProblemNotice problem={verification.problem} rawOpen />
      )}
      {verification.extension === 'failed' && (
        <Text as="p" line="body" note="trouble" role="status">
          {text('flow.verify.extensionFailed')}
        </Text>
      )}
      <Pairs gap="2">
        <AccessQuestion
          what="opened"
          answer={verification.opened}
          onAnswer={(worked) => void opened.run({ jobId: job.id, what: 'opened', worked })}
        />
        <AccessQuestion
          what="closed"
          answer={verification.closed}
          onAnswer={(worked) => void closed.run({ jobId: job.id, what: 'closed', worked })}
        />
      </Pairs>
      <Timeline
        verification={verification}
        // The button stands beside the clock that it changes, because the page's foot has no space for it.
        aside={
          !answered &&
          !removalFailed && (
            <Button
              variant="default"
              loading={extend.busy}
              disabled={verification.extension === 'under-way'}
              onClick={() => void extend.run({ jobId: job.id, minutes: MORE_MINUTES })}
            >
              {text(verification.extension === 'under-way' ? 'flow.verify.extending' : 'flow.verify.extend', {
                count: MORE_MINUTES,
              })}
            </Button>
          )
        }
      />
    </StepFrame>
  );
}

/** Delay that covers a tap already under way when the page changes. */
const PENDING_SHOWN_AFTER_MS = 600;

/** False at first: a page that appears by itself must not take a tap that was meant for the previous one. */
function useTapDelay(): boolean {
  const [acceptsTaps, setAtRest] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setAtRest(true), PENDING_SHOWN_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return acceptsTaps;
}

/** One large question. A Yes is recorded at the operator permanently; a No may become a Yes on a second try. */
function AccessQuestion({
  what,
  answer,
  onAnswer,
}: {
  readonly what: 'opened' | 'closed';
  readonly answer: boolean | null;
  readonly onAnswer: (worked: boolean) => void;
}) {
  const text = useText();
  const title = useId();
  const Sign = what === 'opened' ? IconLockOpen : IconLock;
  return (
    <Block card className={classes['question']} role="group" aria-labelledby={title}>
      <Row id={title} as="h2" gap="1-half" align="center">
        <Sign size={28} stroke={1.7} aria-hidden />
        {text(what === 'opened' ? 'flow.verify.didOpen' : 'flow.verify.didClose')}
      </Row>
      <Pairs gap="1" above="2">
        <Row
          as={UnstyledButton}
          gap="1"
          align="center"
          justify="center"
          weight="bold"
          className={classes['answer']}
          data-tone="yes"
          aria-pressed={answer === true}
          aria-label={text(what === 'opened' ? 'flow.verify.yesOpened' : 'flow.verify.yesClosed')}
          onClick={() => {
            if (answer !== true) onAnswer(true);
          }}
        >
          <IconCheck size={24} stroke={2.6} aria-hidden />
          {text('flow.verify.yes')}
        </Row>
        <Row
          as={UnstyledButton}
          gap="1"
          align="center"
          justify="center"
          weight="bold"
          className={classes['answer']}
          data-tone="no"
          aria-pressed={answer === false}
          aria-label={text(what === 'opened' ? 'flow.verify.noOpened' : 'flow.verify.noClosed')}
          disabled={answer === true}
          onClick={() => {
            if (answer !== false) onAnswer(false);
          }}
        >
          <IconX size={24} stroke={2.6} aria-hidden />
          {text('flow.verify.no')}
        </Row>
      </Pairs>
    </Block>
  );
}
