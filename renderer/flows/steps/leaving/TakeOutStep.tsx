import { Checkbox, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconClock,
  IconDeviceLaptop,
  IconDeviceFloppy,
  IconSend,
} from '@tabler/icons-react';
import { stateOf, type ViewOf } from '../../../../shared/domain/job.ts';
import { boxCondition } from '../../../../shared/domain/boxes.ts';
import { conditionAfter, reasonsFor } from '../../../../shared/domain/job-removal.ts';
import type { OperationView } from '../../../../shared/domain/operation.ts';
import type { Instant } from '../../../../shared/time.ts';
import { Section } from '../../../components/Section.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { ChoiceTile, ChoiceTiles } from '../../../components/ChoiceTiles.tsx';
import { RelativeClock } from '../../../components/figures.tsx';
import { useAccordingTo } from '../../../components/StateBadge.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useFlowOf, useJobCall } from '../../flow-context.ts';
import { OperationProblem, Verdict } from '../../frame/Verdict.tsx';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { latestOperation } from '../../flow-steps.ts';
import { useDraft } from '../../drafts/use-draft.ts';
import { AccessList } from './AccessList.tsx';
import {
  countAccesses,
  emptyTakeOutDraft,
  takeOutDraft,
  type OperationEvent,
  stepsOfOperation,
} from './leaving.ts';
import { Block, Row, Text } from '../../../components/layout.tsx';
import classes from './Leaving.module.css';
import timelineClasses from '../verify/Verify.module.css';

/** The act that names car and Box and needs a confirmation; afterwards the state of the removal. */
export function TakeOutStep() {
  const { job } = useFlowOf('removal', 'swap');
  return isDecided(job) ? <RemovalPending /> : <Decide />;
}

/** The removal was requested: shows each of its steps, the removal of each access, and in a swap the new Box. */
function RemovalPending() {
  const text = useText();
  const { job, step, advance: goOn } = useFlowOf('removal', 'swap');
  const removal = job.operations.find(({ id }) => id === job.removal.operation) ?? null;
  const install = latestOperation(job.operations, 'install');
  const { accesses } = job.removal;
  const state = stateOf(job, step);
  const through = state === 'confirmed' || state === 'reported';
  return (
    <StepFrame
      title={text(`flow.leaving.way.${job.kind}`)}
      {...(through ? {} : { lead: text('flow.leaving.waySays') })}
      action={{ label: text('common.continue'), onAct: () => goOn(job), takesFocus: true }}
    >
      {state === 'confirmed' && <Verdict tone="done">{text(`flow.leaving.through.${job.kind}`)}</Verdict>}
      {state === 'reported' && <Verdict tone="attention">{text('handOver.reported.says')}</Verdict>}
      <OperationProblem operation={removal} mayBeGivenUp />
      {removal !== null && (
        <Section title={text(`flow.leaving.out.${job.kind}`)}>
          <OperationSteps operation={removal} />
        </Section>
      )}
      {job.kind === 'swap' && install !== null && (
        <>
          <OperationProblem operation={install} />
          <Section title={text('flow.leaving.fitting')}>
            <OperationSteps operation={install} />
          </Section>
        </>
      )}
      {accesses.length > 0 && (
        <Section title={text('flow.leaving.accesses')} count={accesses.length}>
          <AccessList accesses={accesses} />
        </Section>
      )}
    </StepFrame>
  );
}

const LONGEST = 500;

/** Asks for the reason, and for a confirmation that names car and Box, so that no stray tap queues the removal. */
function Decide() {
  const text = useText();
  const { job } = useFlowOf('removal', 'swap');
  const reasonName = useId();
  const conditionName = useId();
  const { form, change, forget } = useDraft(takeOutDraft, emptyTakeOutDraft);
  const takeOut = useJobCall(window.boxwright.jobs.takeOut);
  const { losses } = job.removal;
  const readAt = losses?.readAt ?? null;
  /** When the list that the person confirmed was read; a later list is confirmed again. */
  const [sureOf, setSureOf] = useState<Instant | null>(null);
  const sure = readAt !== null && sureOf === readAt;
  const needsWords = form.reason === 'other' && form.text.trim() === '';
  const missing =
    form.reason === null
      ? 'flow.leaving.needsReason'
      : needsWords
        ? 'flow.leaving.needsWords'
        : sure
          ? null
          : 'flow.leaving.needsSure';

  const decide = async () => {
    if (form.reason === null || losses === null || missing !== null) return;
    const condition = conditionAfter({ code: form.reason, condition: form.condition ?? 'good' });
    const reason = { code: form.reason, text: form.text, condition };
    const answer = await takeOut.run({ jobId: job.id, reason, seenAt: losses.readAt });
    if (answer.ok) forget();
  };
  return (
    <StepFrame
      title={text(`flow.leaving.decide.${job.kind}.title`)}
      problem={takeOut.problem}
      action={{
        label: text(`flow.leaving.decide.${job.kind}.act`),
        onAct: () => void decide(),
        busy: takeOut.busy,
        missing: missing === null ? null : text(missing),
      }}
    >
      <Section title={text('flow.leaving.why')}>
        <ChoiceTiles label={text('flow.leaving.why')}>
          {reasonsFor[job.kind].map((code) => (
            <ChoiceTile
              key={code}
              name={reasonName}
              checked={form.reason === code}
              onChoose={() => change({ reason: code })}
            >
              {text(`flow.leaving.reason.${code}`)}
            </ChoiceTile>
          ))}
        </ChoiceTiles>
        <Textarea
          className={classes['reasonWords'] ?? ''}
          label={text(form.reason === 'other' ? 'flow.leaving.wordsNeeded' : 'flow.leaving.words')}
          value={form.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={LONGEST}
        />
      </Section>
      {form.reason !== null && form.reason !== 'defective' && (
        <Section title={text('flow.leaving.afterwards')}>
          <ChoiceTiles label={text('flow.leaving.afterwards')}>
            {boxCondition.options.map((condition) => (
              <ChoiceTile
                key={condition}
                name={conditionName}
                checked={(form.condition ?? 'good') === condition}
                onChoose={() => change({ condition })}
              >
                {text(`boxes.condition.${condition}`)}
              </ChoiceTile>
            ))}
          </ChoiceTiles>
        </Section>
      )}
      <Section title={text('flow.leaving.sure')}>
        <Checkbox
          classNames={{
            root: classes['sure'] ?? '',
            body: classes['body'] ?? '',
            label: classes['says'] ?? '',
          }}
          size="lg"
          checked={sure}
          onChange={(event) => setSureOf(event.currentTarget.checked ? readAt : null)}
          label={<Consequence job={job} />}
        />
      </Section>
    </StepFrame>
  );
}

/** The consequence to confirm: this Box, this car, and the accesses that end with it. */
function Consequence({ job }: { readonly job: ViewOf<'removal' | 'swap'> }) {
  const text = useText();
  const { box, losses } = job.removal;
  const { ending, over } = countAccesses(job.removal);
  const car = job.car?.licensePlate ?? job.car?.name ?? text('common.unknown');
  const serial = box?.serialNumber ?? '';
  return (
    <>
      <strong>{text('flow.leaving.leaves', { serial, car })}</strong>
      {job.kind === 'swap' && job.box !== null && (
        <strong>{text('flow.leaving.comes', { serial: job.box.serialNumber })}</strong>
      )}
      <span>
        {losses?.source === 'none'
          ? text('flow.leaving.endUnknown')
          : ending.total === 0
            ? text('flow.leaving.endNone')
            : text('flow.leaving.end', { count: ending.total })}
        {over.total > 0 && ` ${text('flow.leaving.endOver', { count: over.total })}`}
      </span>
    </>
  );
}

/** Whether the removal was requested, and neither cancelled nor refused. A cancelled or refused one may be requested again. */
export function isDecided(job: ViewOf<'removal' | 'swap'>): boolean {
  const state = job.operations.find(({ id }) => id === job.removal.operation)?.state;
  return state !== undefined && state !== 'cancelled' && state !== 'failed';
}

const signs: Readonly<
  Record<
    OperationEvent['what'],
    { readonly icon: Icon; readonly tone: 'progress' | 'waiting' | 'done' | 'trouble' }
  >
> = {
  requested: { icon: IconDeviceFloppy, tone: 'progress' },
  sent: { icon: IconSend, tone: 'progress' },
  accepted: { icon: IconClock, tone: 'waiting' },
  done: { icon: IconCircleCheck, tone: 'done' },
  reported: { icon: IconDeviceLaptop, tone: 'waiting' },
  failed: { icon: IconAlertTriangle, tone: 'trouble' },
  cancelled: { icon: IconCircleMinus, tone: 'trouble' },
};

/** An operation as dated steps, including the next expected one. */
function OperationSteps({ operation }: { readonly operation: OperationView }) {
  const text = useText();
  const format = useFormat();
  const reported = useAccordingTo();
  const { state } = operation;
  const events = stepsOfOperation(operation);
  const since = events.at(-1)?.at ?? null;
  const open = state !== 'done' && state !== 'failed' && state !== 'cancelled';
  return (
    <Block as="ol" card className={timelineClasses['line']} aria-live="polite">
      {events.map(({ at, what, confirmedBy, reportedBy, raw }, index) => {
        const { icon: Sign, tone } = signs[what];
        return (
          <Row
            as="li"
            key={index}
            gap="1-half"
            align="start"
            className={timelineClasses['step']}
            data-tone={tone}
          >
            <Text
              as="time"
              fixed
              size="small"
              line="lead"
              quiet
              mono
              className={timelineClasses['time']}
              dateTime={new Date(at).toISOString()}
            >
              {format.timeWithSeconds(at)}
            </Text>
            <Sign className={timelineClasses['sign']} size={22} stroke={1.9} aria-hidden />
            <Text line="body" weight="medium" breaks className={timelineClasses['words']}>
              {text(`flow.leaving.event.${what}`)}
              {confirmedBy !== null && (
                <Text weight="regular" quiet size="small" line="inherit" className={timelineClasses['by']}>
                  {text(`flow.verify.by.${confirmedBy}`)}
                </Text>
              )}
              {reportedBy !== null && (
                <Text weight="regular" quiet size="small" line="inherit" className={timelineClasses['by']}>
                  {reported(reportedBy)}
                </Text>
              )}
              {raw !== null && raw !== '' && (
                <Text size="small" weight="regular" quiet mono above="hair" block>
                  {raw}
                </Text>
              )}
            </Text>
          </Row>
        );
      })}
      {open && (
        <Row as="li" gap="1-half" align="start" className={timelineClasses['step']} data-tone="to-come">
          <Text fixed size="small" line="lead" quiet mono className={timelineClasses['time']}>
            {since !== null && <RelativeClock since={since} size="sm" />}
          </Text>
          <IconCircleDashed className={timelineClasses['sign']} size={22} stroke={1.9} aria-hidden />
          <Text line="body" weight="medium" breaks className={timelineClasses['words']}>
            {text('flow.leaving.event.done')}
            <Text weight="regular" quiet size="small" line="inherit" className={timelineClasses['by']}>
              {text('flow.verify.expected')}
            </Text>
          </Text>
        </Row>
      )}
    </Block>
  );
}
