import { useMemo, useRef, useState } from 'react';
import {
  answeredOf,
  askedItems,
  isAnswered,
  knownForChecklist,
} from '../../../../../shared/domain/checklist-asking.ts';
import { ChecklistRow } from '../../../../components/checklist/ChecklistRow.tsx';
import { currentMark } from '../../../../components/checklist/current-mark.ts';
import { useText } from '../../../../i18n/use-text.ts';
import { useDraft } from '../../../drafts/use-draft.ts';
import { useFlowOf } from '../../../flow-context.ts';
import { LeaveOut } from '../../../frame/LeaveOut.tsx';
import { StepFrame } from '../../../frame/StepFrame.tsx';
import { usePinnedRow } from '../../../rework/use-pinned-row.ts';
import { useJobCall } from '../../../use-job-call.ts';
import { ChecklistChoice } from './ChecklistChoice.tsx';
import classes from './FittingStep.module.css';
import { fittingDraft, nothingUnsaved, withUnsaved } from './fitting-draft.ts';
import { useAnswers } from './use-answers.ts';
import { useMedia } from './use-media.ts';

/** Step 3: the checklist. Every answer is saved as it is given. */
export function FittingStep() {
  const text = useText();
  const { job, goOn } = useFlowOf('installation');
  const list = useRef<HTMLOListElement>(null);
  const [pointedOut, setPointedOut] = useState(false);
  const draft = useDraft(fittingDraft, nothingUnsaved);
  const { answers, give, settled, pending, problem } = useAnswers(job);
  const media = useMedia(job.id);
  const pinned = usePinnedRow(job, list);
  const complete = useJobCall(window.boxwright.jobs.completeChecklist);
  const { template } = job.checklist;
  const known = useMemo(() => knownForChecklist(job), [job]);
  const confirmed = job.steps.fitting.state === 'confirmed';
  const asked = askedItems(template, answers, known);
  const missing = asked.filter((item) => !isAnswered(item, answers));

  const act = async () => {
    const first = missing[0];
    if (first !== undefined) {
      setPointedOut(true);
      list.current
        ?.querySelector<HTMLElement>(`[data-item="${first.id}"] :is(input, textarea, button)`)
        ?.focus();
      return;
    }
    await settled();
    if (confirmed && !pending) {
      goOn(job);
      return;
    }
    const answer = await complete.run({ jobId: job.id });
    if (answer.ok) goOn(answer.value);
  };
  return (
    <StepFrame
      title={text('flow.fitting.title')}
      titleAside={
        <span className={classes['progress']} role="status">
          {text('flow.fitting.done', answeredOf(asked, answers))}
        </span>
      }
      problem={problem ?? complete.problem}
      action={{
        label: text(confirmed ? 'flow.fitting.again' : 'flow.fitting.act'),
        onAct: () => void act(),
        busy: complete.busy,
        ...(missing.length > 0 ? { hint: text('flow.fitting.toAnswer', { count: missing.length }) } : {}),
      }}
      besideBack={confirmed ? null : <LeaveOut step="fitting" says={text('flow.fitting.skipSays')} />}
    >
      <ChecklistChoice />
      <ol className={classes['items']} ref={list}>
        {asked.map((item) => {
          const place = `${template.id} ${item.id}`;
          return (
            <ChecklistRow
              key={place}
              item={item}
              answer={answers[item.id]}
              mark={currentMark(job.forced, template.id, item.id, answers[item.id])}
              unsaved={draft.form.unsaved[place] ?? null}
              known={known}
              media={media}
              stillOpen={pointedOut && missing.includes(item)}
              pinned={item.id === pinned}
              onAnswer={(answer, reason) => give(item.id, answer, reason)}
              onUnsaved={(unsaved) => draft.change((form) => withUnsaved(form, place, unsaved))}
            />
          );
        })}
      </ol>
      {job.steps.fitting.state === 'skipped' && <p>{text('flow.frame.skippedNote')}</p>}
    </StepFrame>
  );
}
