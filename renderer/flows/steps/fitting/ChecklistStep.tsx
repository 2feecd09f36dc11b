import { Button } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import {
  answeredOf,
  askedItems,
  inPhase,
  isAnswered,
  knownForChecklist,
  togetherIn,
  usualAnswer,
} from '../../../../shared/domain/checklist-asking.ts';
import type { ChecklistAnswer, ChecklistItem, ChecklistPhase } from '../../../../shared/domain/checklist.ts';
import { stateOf } from '../../../../shared/domain/job.ts';
import { checklistStep } from '../../../../shared/domain/job-steps.ts';
import { ChecklistRow } from '../../../components/checklist/ChecklistRow.tsx';
import { currentMark } from '../../../components/checklist/item-notes.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { sharedWithChecks } from '../../../components/series/series.ts';
import type { Unsaved } from '../../../components/checklist/row-props.ts';
import { useLocalText } from '../../../components/checklist/use-checklist-words.ts';
import { ReasonDialog } from '../../../components/ReasonDialog.tsx';
import { useDraft } from '../../drafts/use-draft.ts';
import { useFlow, useJobCall } from '../../flow-context.ts';
import { LeaveOut, StepFrame } from '../../frame/StepFrame.tsx';
import { OperationProblem } from '../../frame/Verdict.tsx';
import { latestOperation } from '../../flow-steps.ts';
import { usePinnedRow } from '../../frame/ReworkNotice.tsx';
import { WithTheBox } from '../../Series.tsx';
import { ChecklistChoice } from './ChecklistChoice.tsx';
import { useAnswers, useMedia } from './use-answers.ts';
import { Stack, Text } from '../../../components/layout.tsx';
import classes from './Fitting.module.css';

/* The steps that ask the checklist, for each part of a job. */

/** The checks before the Box goes in. */
export const BeforeStep = () => <ChecklistStep phase="before" />;

/** The checks that attest the mounted Box. The Box itself was compared in its own step. */
export const FittingStep = () => <ChecklistStep phase="after" />;

/** The checklist of a removal or a swap. */
export const ChecksStep = () => <ChecklistStep phase="after" />;

/** One part of the checklist. Every answer is saved at once. */
function ChecklistStep({ phase }: { readonly phase: ChecklistPhase }) {
  const text = useText();
  const { job, advance: goOn, goTo } = useFlow();
  const list = useRef<HTMLOListElement>(null);
  const [pointedOut, setPointedOut] = useState(false);
  const draft = useDraft(fittingDraft, nothingUnsaved);
  const step = checklistStep(job.kind, phase);
  const { answers, give, giveTogether, settled, pending, problem } = useAnswers(job, step);
  const media = useMedia(job.id, step);
  const pinned = usePinnedRow(job, list);
  const [explaining, setExplaining] = useState<ChecklistItem | null>(null);
  /** The reasons for changing answers that a supervisor has read, by item; main stores each with its answer. */
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map());
  const complete = useJobCall(window.boxwright.jobs.completeChecklist);
  const { template, toExplain, carried } = job.checklist;
  const isLocked = ({ id }: ChecklistItem) => toExplain.includes(id) && !reasons.has(id);
  const known = useMemo(() => knownForChecklist(job), [job]);
  const series = job.kind === 'installation' && job.series?.ended === false ? job.series : null;
  const untested =
    phase === 'after' && job.kind === 'installation' && job.verification.phase === 'not-started';
  const along = series === null || !untested ? [] : sharedWithChecks(series.shares, text);
  const state = stateOf(job, step);
  const confirmed = state === 'confirmed';
  const asked = inPhase(askedItems(template, answers, known), phase);
  const missing = asked.filter((item) => !isAnswered(item, answers, known));

  /** Where all missing items can be ticked by one act, the step's button does it. */
  const last = missing[0]?.together;
  const closing =
    last !== undefined && missing.every((item) => item.together === last && usualAnswer(item) !== null)
      ? last
      : null;

  const act = async () => {
    const first = missing[0];
    if (closing !== null) giveTogether(closing);
    else if (first !== undefined) {
      setPointedOut(true);
      list.current
        ?.querySelector<HTMLElement>(`[data-item="${first.id}"] :is(input, textarea, button)`)
        ?.focus();
      return;
    }
    // The part would be completed with the earlier answer, before the person has read that the new one is not saved.
    if (!(await settled())) return;
    if (confirmed && !pending) {
      goOn(job);
      return;
    }
    const answer = await complete.run({ jobId: job.id, phase });
    if (!answer.ok) return;
    // In a series the test access was requested together with the checks, so the test is the next step.
    const tested = step === 'fitting' && stateOf(answer.value, 'verify') === 'saved';
    if (tested && stateOf(answer.value, 'group') !== 'open') goOn(answer.value, 'verify');
    else goOn(answer.value);
  };
  const row = (item: ChecklistItem) => {
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
        asLastCar={carried.includes(item.id)}
        onUnlock={isLocked(item) ? () => setExplaining(item) : null}
        onAnswer={(answer, reason) => give(item.id, answer, reason ?? reasons.get(item.id) ?? null)}
        onUnsaved={(unsaved) => draft.change((form) => withUnsaved(form, place, unsaved))}
      />
    );
  };
  return (
    <StepFrame
      title={text(`flow.${step}.title`)}
      titleAside={
        <Text
          size="small"
          weight="strong"
          tabular
          fixed
          tone="neutral"
          className={classes['progress']}
          role="status"
        >
          {text('flow.fitting.done', answeredOf(asked, answers, known))}
        </Text>
      }
      problem={problem ?? complete.problem}
      action={{
        label: text(
          confirmed ? 'flow.fitting.again' : closing === null ? `flow.${step}.act` : `flow.${step}.actAll`,
        ),
        onAct: () => void act(),
        busy: complete.busy,
        ...(missing.length > 0 && closing === null
          ? { hint: text('flow.fitting.toAnswer', { count: missing.length }) }
          : {}),
      }}
      nextToBack={confirmed ? null : <LeaveOut step={step} says={text(`flow.${step}.skipSays`)} />}
    >
      {step === 'fitting' && stateOf(job, 'box') === 'problem' && (
        <>
          <OperationProblem operation={latestOperation(job.operations, 'install')} />
          <div>
            <Button variant="default" onClick={() => goTo('box')}>
              {text('flow.fitting.toBox')}
            </Button>
          </div>
        </>
      )}
      <ChecklistChoice />
      {asked.length === 0 && <p>{text(`flow.${step}.nothing`)}</p>}
      <Stack as="ol" gap="1-half" plain ref={list}>
        {togetherIn(asked).map(({ name, items }) =>
          name === null || items.length < 2 ? (
            items.map(row)
          ) : (
            <Stack
              as="li"
              key={`${template.id} together ${name}`}
              gap="1-half"
              className={classes['together']}
            >
              <Stack as="ol" gap="1-half" plain>
                {items.map(row)}
              </Stack>
              {items.some((item) => usualAnswer(item) !== null && isOpen(answers[item.id])) && (
                <Button variant="default" className={classes['all'] ?? ''} onClick={() => giveTogether(name)}>
                  {text('flow.fitting.all')}
                </Button>
              )}
            </Stack>
          ),
        )}
      </Stack>
      {explaining !== null && (
        <ExplainChange
          item={explaining}
          onExplained={(reason) => {
            setReasons((before) => new Map(before).set(explaining.id, reason));
            setExplaining(null);
          }}
          onClose={() => setExplaining(null)}
        />
      )}
      {along.length > 0 && <WithTheBox lines={along} says="series.withChecklist" />}
      {state === 'skipped' && <p>{text('flow.frame.skippedNote')}</p>}
    </StepFrame>
  );
}

const isOpen = (answer: ChecklistAnswer | undefined): boolean => answer === undefined || answer === false;

/** Typed text of checklist fields that is not a valid answer, by template and item. */
const fittingDraft = z.object({
  unsaved: z.record(z.string(), z.object({ typed: z.string(), reason: z.string() })),
});
type FittingDraft = z.infer<typeof fittingDraft>;

const nothingUnsaved: FittingDraft = { unsaved: {} };

/** The draft with the unsaved text at this place; null removes it. */
function withUnsaved({ unsaved }: FittingDraft, place: string, typed: Unsaved | null): FittingDraft {
  const others = Object.fromEntries(Object.entries(unsaved).filter(([other]) => other !== place));
  return { unsaved: typed === null ? others : { ...others, [place]: { ...typed } } };
}

/** Asks for the reason why a saved answer changes in a job in rework, because a supervisor has read the old answer. */
function ExplainChange({
  item,
  onExplained,
  onClose,
}: {
  readonly item: ChecklistItem;
  readonly onExplained: (reason: string) => void;
  readonly onClose: () => void;
}) {
  const text = useText();
  const localText = useLocalText();
  return (
    <ReasonDialog
      words={{
        title: localText(item.text),
        says: text('flow.fitting.explain.says'),
        reason: text('flow.fitting.explain.reason'),
        act: text('flow.fitting.explain.act'),
        cancel: text('flow.fitting.explain.cancel'),
      }}
      opened
      busy={false}
      problem={null}
      onAct={onExplained}
      onClose={onClose}
    />
  );
}
