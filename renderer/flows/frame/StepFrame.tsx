import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Problem } from '../../../shared/problem.ts';
import { OfficeNotice } from '../../components/OfficeNotice.tsx';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useStatus } from '../../data/status.ts';
import { ReasonDialog } from '../../components/ReasonDialog.tsx';
import { useFlow, useJobCall } from '../flow-context.ts';
import { ReworkNotice } from './ReworkNotice.tsx';
import { SeriesStrip } from '../Series.tsx';
import { StepRail } from './StepRail.tsx';
import { Row, Stack } from '../../components/layout.tsx';
import classes from './Step.module.css';

/** The one primary button of a step. */
interface StepAction {
  readonly label: string;
  readonly onAct: () => void;
  readonly busy?: boolean;
  /** The missing input: while it is set, the button is disabled and this text stands beside it. */
  readonly missing?: string | null;
  /** The effect of a tap. Default: where the data is saved. */
  readonly hint?: ReactNode;
  /** The button is the main control of the step: it takes the focus when it appears. */
  readonly takesFocus?: boolean;
  /**
   * False: Enter in a field does not trigger it. That Enter may have been meant for the previous act of this button.
   */
  readonly byEnter?: boolean;
}

/**
 * The layout of every step: rail, title, the primary task, the primary button in its place, the known facts. The middle
 * is one form, so Enter in any field triggers the primary action, unless `byEnter` is false.
 */
export function StepFrame({
  title,
  lead,
  titleAside,
  problem = null,
  unread,
  action,
  nextToBack,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly titleAside?: ReactNode;
  /** The problem of the last write; shown above the step. */
  readonly problem?: Problem | null;
  /** The reads of the step: their failures are shown above it too, with a retry. */
  readonly unread?: { readonly problem: Problem | null; readonly refetch: () => void };
  readonly action: StepAction;
  /** A button beside "Back", such as the one that leaves the step out. */
  readonly nextToBack?: ReactNode;
  readonly children: ReactNode;
}) {
  const text = useText();
  const flow = useFlow();
  const form = useId();
  const savedHint = useSavedHint();
  const missing = action.missing ?? null;
  const byEnter = action.byEnter ?? true;
  return (
    <PageLayout
      ofCustomer
      rail={<StepRail />}
      title={title}
      {...(lead === undefined ? {} : { lead })}
      {...(titleAside === undefined ? {} : { titleAside })}
      known={flow.known}
      action={
        <PrimaryAction
          label={action.label}
          {...(byEnter ? { submit: true, form } : { onAct: action.onAct })}
          busy={action.busy ?? false}
          disabled={missing !== null}
          takesFocus={action.takesFocus ?? false}
          hint={missing ?? action.hint ?? savedHint}
          back={
            <Row gap="1">
              {flow.goBack !== null && (
                <Button variant="default" size="lg" onClick={flow.goBack}>
                  {text('common.back')}
                </Button>
              )}
              {nextToBack}
            </Row>
          }
        />
      }
    >
      <Stack
        as="form"
        id={form}
        noValidate
        gap="3"
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (byEnter && action.busy !== true && missing === null) action.onAct();
        }}
      >
        {flow.job.kind === 'installation' && flow.job.series !== null && (
          <SeriesStrip series={flow.job.series} />
        )}
        <OfficeNotice place={flow.step} />
        <ReworkNotice />
        {problem !== null && <ProblemNotice problem={problem} />}
        {unread !== undefined && unread.problem !== null && (
          <ProblemNotice problem={unread.problem} tone="attention" onRetry={unread.refetch} />
        )}
        {children}
      </Stack>
    </PageLayout>
  );
}

/** Where the work is saved now: the quiet sentence beside the primary button. */
function useSavedHint(): string {
  const text = useText();
  const { value: status } = useStatus();
  if (status !== null && status.unsaved !== null) return text('status.unsaved');
  const connected = status === null || status.connection.state === 'online';
  return text(connected ? 'flow.frame.online' : 'flow.frame.offline');
}

/** Leaves a step out on purpose, with a reason; the consequence is shown above it. */
export function LeaveOut({
  step,
  says,
}: {
  readonly step: 'keyfob' | 'before' | 'fitting' | 'checks' | 'group' | 'restore';
  /** The consequence. */
  readonly says: string;
}) {
  const text = useText();
  const { job, advance: goOn } = useFlow();
  const [asking, setAsking] = useState(false);
  const skip = useJobCall(window.boxwright.jobs.skipStep);
  const leaveOut = async (reason: string) => {
    const answer = await skip.run({ jobId: job.id, step, reason });
    if (answer.ok) goOn(answer.value);
  };
  return (
    <>
      <Button variant="subtle" size="lg" onClick={() => setAsking(true)}>
        {text('flow.frame.skip')}
      </Button>
      <ReasonDialog
        words={{
          title: text('flow.frame.skipTitle', { step: text(`step.${step}`) }),
          says,
          reason: text('flow.frame.skipReason'),
          act: text('flow.frame.skipYes'),
          cancel: text('flow.frame.skipNo'),
        }}
        opened={asking}
        busy={skip.busy}
        problem={skip.problem}
        onAct={(reason) => void leaveOut(reason)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
