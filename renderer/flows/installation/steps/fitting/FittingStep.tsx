import { useRef, useState } from 'react';
import { useText } from '../../../../i18n/use-text.ts';
import { useFlow } from '../../../flow-context.ts';
import { LeaveOut } from '../../../frame/LeaveOut.tsx';
import { StepFrame } from '../../../frame/StepFrame.tsx';
import { useJobCall } from '../../../use-job-call.ts';
import { ChecklistRow } from './ChecklistRow.tsx';
import classes from './FittingStep.module.css';
import { useAnswers } from './use-answers.ts';
import { useLocalText } from './use-local-text.ts';

/** Step 3: the checklist. Every answer is saved as it is given. */
export function FittingStep() {
  const text = useText();
  const localText = useLocalText();
  const { job, goOn } = useFlow();
  const list = useRef<HTMLOListElement>(null);
  const [pointedOut, setPointedOut] = useState(false);
  const { answers, give, settled, pending, problem } = useAnswers(job);
  const complete = useJobCall(window.boxwright.jobs.completeChecklist);
  const { template } = job.checklist;
  const confirmed = job.steps.fitting.state === 'confirmed';
  const required = template.items.filter((item) => item.required);
  const missing = required.filter((item) => answers[item.id] === undefined || answers[item.id] === false);

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
      lead={localText(template.title)}
      titleAside={
        <span className={classes['progress']} role="status">
          {text('flow.fitting.done', { done: required.length - missing.length, total: required.length })}
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
      <ol className={classes['items']} ref={list}>
        {template.items.map((item) => (
          <ChecklistRow
            key={item.id}
            item={item}
            answer={answers[item.id]}
            stillOpen={pointedOut && missing.includes(item)}
            onAnswer={(answer) => give(item.id, answer)}
          />
        ))}
      </ol>
      {job.steps.fitting.state === 'skipped' && <p>{text('flow.frame.skippedNote')}</p>}
    </StepFrame>
  );
}
