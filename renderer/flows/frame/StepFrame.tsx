import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { Problem } from '../../../shared/problem.ts';
import { PageLayout } from '../../components/PageLayout.tsx';
import { PrimaryAction } from '../../components/PrimaryAction.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useFlow } from '../flow-context.ts';
import { ReworkNotice } from '../rework/ReworkNotice.tsx';
import { SeriesStrip } from '../series/SeriesStrip.tsx';
import { StepRail } from './StepRail.tsx';
import classes from './StepFrame.module.css';
import { useSavedHint } from './use-saved-hint.ts';

/** The one primary button of a step. */
export interface StepAction {
  readonly label: string;
  readonly onAct: () => void;
  readonly busy?: boolean;
  /** The missing input: while it is set, the button waits, and this text stands beside it. */
  readonly missing?: string | null;
  /** The meaning of a tap. Default: where it is saved. */
  readonly hint?: ReactNode;
  /** The button itself is what the step is about: it takes the focus when it appears. */
  readonly takesFocus?: boolean;
  /** False: the button alone does it. Enter in a field may have been pressed for the act that stood here before. */
  readonly byEnter?: boolean;
}

/**
 * The shape of every step: rail, title, the one thing to do, the primary button at its place, what is known. The middle
 * is one form, so Enter in any field does the primary action, unless that is for the button alone.
 */
export function StepFrame({
  title,
  lead,
  titleAside,
  problem = null,
  unread,
  action,
  besideBack,
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly titleAside?: ReactNode;
  /** Of the last write; said above the step. */
  readonly problem?: Problem | null;
  /** The reads of the step: their failures are shown there too, with a retry. */
  readonly unread?: { readonly problem: Problem | null; readonly refetch: () => void };
  readonly action: StepAction;
  /** Beside "Back": another way on, such as leaving the step out. */
  readonly besideBack?: ReactNode;
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
            <div className={classes['ways']}>
              {flow.goBack !== null && (
                <Button variant="default" size="lg" onClick={flow.goBack}>
                  {text('common.back')}
                </Button>
              )}
              {besideBack}
            </div>
          }
        />
      }
    >
      <form
        id={form}
        noValidate
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (byEnter && action.busy !== true && missing === null) action.onAct();
        }}
      >
        {flow.job.kind === 'installation' && flow.job.series !== null && (
          <SeriesStrip series={flow.job.series} />
        )}
        <ReworkNotice />
        {problem !== null && <ProblemNotice problem={problem} />}
        {unread !== undefined && unread.problem !== null && (
          <ProblemNotice problem={unread.problem} tone="attention" onAgain={unread.refetch} />
        )}
        {children}
      </form>
    </PageLayout>
  );
}
