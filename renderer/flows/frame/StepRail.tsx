import { UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCloudUp,
  IconDeviceLaptop,
  IconDoorExit,
  IconMinus,
  IconQuestionMark,
  IconTransfer,
  IconX,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { stateOf, type StepState } from '../../../shared/domain/job.ts';
import { type StepName, stepsOf } from '../../../shared/domain/job-steps.ts';
import { stepBadges } from '../../components/badges.ts';
import { useAccordingTo } from '../../components/StateBadge.tsx';
import { useText } from '../../i18n/use-text.ts';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useFlow, useJobCall } from '../flow-context.ts';
import { GiveJob } from '../HandOver.tsx';
import { neededFirst, reachable, useStateWord } from '../flow-steps.ts';
import { useMayBeUnsaved } from '../unsaved-steps.ts';
import { Row, Stack, Text } from '../../components/layout.tsx';
import classes from './StepRail.module.css';

/** All steps with their states; any of them is one tap away where the data allows it. */
export function StepRail() {
  const text = useText();
  const flow = useFlow();
  const [giving, setGiving] = useState(false);
  return (
    <Stack as="nav" className={classes['rail']} aria-label={text('flow.rail.label')}>
      <Text as="p" size="small" line="body" quiet below="1" className={classes['heading']} aria-hidden>
        {text(`flow.kind.${flow.job.kind}`)}
      </Text>
      <Stack as="ol" gap="hair" plain className={classes['steps']}>
        {stepsOf[flow.job.kind].map((step, index) => (
          <li key={step}>
            <RailStep step={step} number={index + 1} />
          </li>
        ))}
      </Stack>
      <Stack className={classes['acts']}>
        {flow.job.finishedAt === null && (
          <>
            <Row
              as={UnstyledButton}
              gap="1-half"
              align="center"
              weight="medium"
              quiet
              className={classes['act']}
              onClick={() => setGiving(true)}
            >
              <IconTransfer size={22} stroke={1.8} aria-hidden />
              {text('handOver.act')}
            </Row>
            <GiveJob job={flow.job} opened={giving} onClose={() => setGiving(false)} />
          </>
        )}
        <DiscardJob />
        <Row
          as={UnstyledButton}
          gap="1-half"
          align="center"
          weight="medium"
          quiet
          className={classes['act']}
          onClick={flow.leave}
        >
          <IconDoorExit size={22} stroke={1.8} aria-hidden />
          {text('flow.rail.leave')}
        </Row>
      </Stack>
    </Stack>
  );
}

function RailStep({ step, number }: { readonly step: StepName; readonly number: number }) {
  const text = useText();
  const flow = useFlow();
  const mayBeUnsaved = useMayBeUnsaved(flow.job.id, step);
  const recorded = stateOf(flow.job, step);
  const state = mayBeUnsaved ? 'problem' : recorded;
  const { tone } = stepBadges[state];
  const reach = reachable(flow.job, step);
  const here = flow.step === step;
  const likeOld = step === 'keyfob' && state === 'not-needed';
  const stateWord = useStateWord();
  const reported = useAccordingTo();
  const reportedWord = state === 'reported' ? reported(flow.job.reported?.laptop ?? '') : null;
  const word = reach.can
    ? mayBeUnsaved
      ? text('flow.rail.mayBeUnsaved')
      : (reportedWord ?? text(likeOld ? 'flow.rail.likeOld' : stateWord(step, state)))
    : text(neededFirst[reach.needs]);
  return (
    <Row
      as={UnstyledButton}
      gap="1-half"
      align="center"
      className={classes['step']}
      data-state={state}
      data-here={here || undefined}
      aria-current={here ? 'step' : undefined}
      disabled={!reach.can}
      onClick={() => flow.goTo(step)}
    >
      <Row
        as="span"
        align="center"
        justify="center"
        fixed
        weight="bold"
        quiet
        size="small"
        line="inherit"
        className={classes['sign']}
        data-tone={tone === 'neutral' ? undefined : tone}
        aria-hidden
      >
        <Sign state={state} number={number} />
      </Row>
      <Stack as="span" narrow className={classes['words']}>
        <Text line="lead" weight="strong" className={classes['name']}>
          {text(`step.${step}`)}
        </Text>
        <Text size="caption" line="caption" quiet className={classes['state']}>
          {word}
        </Text>
      </Stack>
    </Row>
  );
}

function Sign({ state, number }: { readonly state: StepState; readonly number: number }) {
  switch (state) {
    case 'confirmed':
      return <IconCheck size={18} stroke={2.6} />;
    case 'saved':
      return <IconCloudUp size={18} stroke={2} />;
    case 'problem':
      return <IconAlertTriangle size={18} stroke={2} />;
    case 'not-working':
      return <IconX size={18} stroke={2.4} />;
    case 'unchecked':
      return <IconQuestionMark size={18} stroke={2.4} />;
    case 'reported':
      return <IconDeviceLaptop size={18} stroke={2} />;
    case 'skipped':
    case 'not-needed':
      return <IconMinus size={18} stroke={2.4} />;
    case 'open':
      return number;
  }
}

/** Discards a job: at once while no step was decided, later with a reason. */
function DiscardJob() {
  const text = useText();
  const { job, leave } = useFlow();
  const [asking, setAsking] = useState(false);
  const discarding = useJobCall(window.boxwright.jobs.discard);
  if (job.discard === 'no') return null;
  const discard = async (reason: string) => {
    if ((await discarding.run({ jobId: job.id, reason })).ok) leave();
  };
  return (
    <>
      <Row
        as={UnstyledButton}
        gap="1-half"
        align="center"
        weight="medium"
        quiet
        className={classes['act']}
        onClick={() => (job.discard === 'at-once' ? void discard('') : setAsking(true))}
      >
        <IconTrash size={22} stroke={1.8} aria-hidden />
        {text('flow.discard.act')}
      </Row>
      <ReasonDialog
        words={{
          title: text('flow.discard.title'),
          says: text('flow.discard.says'),
          reason: text('flow.discard.reason'),
          act: text('flow.discard.act'),
          cancel: text('flow.discard.cancel'),
        }}
        opened={asking}
        busy={discarding.busy}
        problem={discarding.problem}
        onAct={(reason) => void discard(reason)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
