import { Button } from '@mantine/core';
import { isSettled } from '../../../../shared/domain/boxes.ts';
import type { JobBox } from '../../../../shared/domain/job.ts';
import { Card } from '../../../components/Section.tsx';
import { openRequest } from '../../../components/review-pins.ts';
import { Serial } from '../../../components/figures.tsx';
import { OperationBadge } from '../../../components/StateBadge.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFlowOf } from '../../flow-context.ts';
import { OperationProblem } from '../../frame/Verdict.tsx';
import { StepFrame } from '../../frame/StepFrame.tsx';
import { latestOperation, stepAfter } from '../../flow-steps.ts';
import { ComparePanel, isCompared } from './compare/ComparePanel.tsx';
import { useLabelAfterwards } from './compare/use-label.ts';
import { PreflightList } from './Preflight.tsx';
import { StartHere } from '../../StartHere.tsx';
import { Block, Row, Text } from '../../../components/layout.tsx';
import classes from './Box.module.css';

/** The state of the Box's installation, and the remedies when the operator refuses it. */
export function BoxPending({
  box,
  onAnother,
}: {
  readonly box: JobBox;
  /** Null in a finished job, where only the label may still be photographed. */
  readonly onAnother: (() => void) | null;
}) {
  const text = useText();
  const { job, advance: goOn, goTo } = useFlowOf('installation', 'swap');
  const operation = latestOperation(job.operations, 'install');
  const state = operation?.state ?? null;
  const label = useLabelAfterwards(job.id, state !== null);
  const stuck = state === 'blocked' || state === 'failed' || state === 'cancelled' || state === 'held';
  // A job of another laptop, whose Box is out of use on this one.
  const outOfUse = state === null && job.steps.box.state === 'open';
  // A stuck installation needs no new photo of the label; an existing photo stays visible.
  const compared = box.label !== null || !stuck;
  const after = stepAfter(job, 'box');
  const checks = compared ? job.preflight.filter((check) => !isCompared(check)) : job.preflight;
  return (
    <StepFrame
      title={text(onAnother === null ? 'step.box' : 'flow.box.titleOnWay')}
      {...(onAnother === null ? { lead: text('flow.read.lead') } : {})}
      action={
        onAnother === null
          ? {
              label: text('flow.finish.goTo', { step: text(`step.${after}`) }),
              onAct: () => goTo(after),
              takesFocus: true,
              hint: '',
            }
          : stuck || outOfUse
            ? { label: text('flow.box.another'), onAct: onAnother, takesFocus: true }
            : { label: text('flow.box.continue'), onAct: () => goOn(job), takesFocus: true }
      }
    >
      <Card>
        <Row gap="3" align="start" justify="between">
          <div>
            <Serial serial={box.serialNumber} size="lg" />
            {(box.variant !== null || box.sapNumber !== null) && (
              <Row as="p" gap="1-half" align="baseline" weight="strong">
                {box.variant}
                {box.sapNumber !== null && (
                  <Text size="small" weight="regular" quiet mono>
                    {box.sapNumber}
                  </Text>
                )}
              </Row>
            )}
          </div>
          <Block fixed aria-live="polite">
            {state !== null && <OperationBadge state={state} />}
          </Block>
        </Row>
        <Text as="p" quiet above="1-half" role="status">
          {operation !== null && state === 'done' && operation.reportedBy !== null
            ? text('handOver.reported.says')
            : text(
                state === null
                  ? outOfUse
                    ? 'flow.box.chosenOutOfUse'
                    : 'flow.box.chosen'
                  : `flow.box.state.${state}`,
              )}
        </Text>
      </Card>
      {state === null && !outOfUse && onAnother !== null && (
        <div>
          <Button variant="default" onClick={onAnother}>
            {text('flow.box.another')}
          </Button>
        </div>
      )}
      {state === 'done' && onAnother !== null && openRequest(job) !== null && (
        <Card>
          <p>{text('flow.box.rework')}</p>
          <StartHere kind="swap" label={text('flow.box.reworkSwap')} className={classes['swap'] ?? ''} />
        </Card>
      )}
      <OperationProblem operation={operation} />
      {compared && (
        <ComparePanel
          serial={box.serialNumber}
          label={box.label}
          checks={job.preflight}
          product={
            box.sapNumber === null && job.preflight.some(({ check }) => check === 'known')
              ? null
              : { serialNumber: box.lookupSerial, type: box.variant ?? '', sapNumber: box.sapNumber }
          }
          near={[]}
          calls={isSettled(box.label) ? null : label}
          onTake={null}
        />
      )}
      {checks.length > 0 && <PreflightList checks={checks} busy={false} />}
    </StepFrame>
  );
}
