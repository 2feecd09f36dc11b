import { boundedText, typedText } from '../../../shared/domain/typed-text.ts';
import type {
  ChecklistDeviation,
  ChecklistItem,
  ChecklistPhase,
  ForcedMark,
  TypedAnswer,
} from '../../../shared/domain/checklist.ts';
import { LONGEST_REASON } from '../../../shared/domain/checklist-limits.ts';
import { answersKind, deviationOf, phaseOf } from '../../../shared/domain/checklist-asking.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { LogFactsOf } from '../../../shared/log/entries.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem, type Problem, ProblemError } from '../../../shared/problem.ts';
import { stepOfPhase } from '../../../shared/domain/job-steps.ts';
import { changeJobOf, requireStep } from '../change.ts';
import {
  checklistOf,
  explainedFor,
  knownOf,
  missingInPhase,
  reopenedFor,
  toExplain,
} from '../job-checklist.ts';
import { openReworkOf } from '../rework/review-of-job.ts';
import { mountingNote } from '../mounting/note.ts';
import type { JobParts } from '../parts.ts';

/**
 * Another checklist, in today's version. The answers to the one before are kept, and are there again when it is chosen
 * again. ProblemError `not-found`.
 */
export function chooseChecklist(parts: JobParts, job: JobId, id: string): void {
  const template = parts.checklists.current(id);
  if (template === null) throw new ProblemError(makeProblem('not-found'));
  changeJobOf(parts, job, ['installation'], (change) => {
    const { begun, aside } = change.data.checklist;
    if (begun?.template.id === id) return change.data;
    const before = begun === null || Object.keys(begun.answers).length === 0 ? [] : [begun];
    const again = aside.find((other) => other.template.id === id);
    const next = again ?? { template, answers: {} };
    change.record('checklist-chosen', { template: id, version: next.template.version });
    const others = aside.filter((other) => other !== again);
    return {
      ...change.data,
      checklist: {
        begun: next,
        beforeCompletedAt: null,
        completedAt: null,
        aside: [...others, ...before],
        explained: change.data.checklist.explained,
      },
      skipped: change.data.skipped.filter((step) => step !== 'before' && step !== 'fitting'),
    };
  });
}

/**
 * Keeps one answer as given; null takes it back. The first one keeps the template with the job. An answer out of range,
 * or another VIN than the car's, counts only with a reason, and leaves a mark that stays. ProblemError `not-found`,
 * `input-invalid` for an answer of another kind, `answer-outside`, `scan-differs`, `name-too-long` for the reason,
 * `reason-missing` for a saved answer of a job that was sent back.
 */
export function answerItem(
  parts: JobParts,
  job: JobId,
  itemId: string,
  answer: TypedAnswer | null,
  typedReason: string | null = null,
): void {
  changeJobOf(parts, job, ['installation'], (change) => {
    const { data } = change;
    const { template, answers: before } = checklistOf(parts, data);
    const item = template.items.find(({ id }) => id === itemId);
    if (item === undefined) throw new ProblemError(makeProblem('not-found'));
    // Pictures have calls of their own: taking one back is told as what it is.
    if (item.type === 'photo' || item.type === 'signature') {
      throw new ProblemError(makeProblem('input-invalid', { field: itemId }));
    }
    if (answer !== null && !answersKind(item, answer)) {
      throw new ProblemError(makeProblem('input-invalid', { field: itemId }));
    }
    const reason = boundedText(typedText(typedReason ?? '') ?? '', 'reason', LONGEST_REASON);
    const mark = data.forced.findLast((forced) => forced.item === itemId);
    if (answer !== null && answer === before[itemId] && (reason === '' || reason === mark?.reason))
      return data;
    const deviation = answer === null ? null : deviationOf(item, answer, knownOf(data));
    if (answer !== null && deviation !== null && reason === '') {
      throw new ProblemError(refusalOf(item, answer, deviation));
    }
    const asked = openReworkOf(change.context.sqlite, change.row.id);
    const explains = toExplain(data, asked).includes(itemId);
    if (explains && reason === '') throw new ProblemError(makeProblem('reason-missing'));
    const about = {
      template: template.id, version: template.version, phase: phaseOf(item), item: itemId, text: item.text.en,
    }; // prettier-ignore
    const replaced = before[itemId];
    change.record('checklist-answered', {
      ...about,
      answer,
      ...(replaced === undefined || typeof replaced === 'object' ? {} : { before: replaced }),
      ...(explains ? { reason } : {}),
    });
    const marks: ForcedMark[] = [];
    if (deviation !== null && answer !== null && typeof answer !== 'boolean') {
      change.record('answer-forced', { ...about, value: answer, ...limitsOf(deviation), reason });
      const { text } = item;
      const { now: at } = change;
      marks.push({
        template: template.id, item: itemId, text, value: answer, deviation, reason, at, worker: parts.worker(),
      }); // prettier-ignore
    }
    const { [itemId]: _before, ...others } = before;
    const answers = answer === null ? others : { ...others, [itemId]: answer };
    return {
      ...data,
      checklist: {
        ...reopenedFor(data.checklist, item),
        begun: { template, answers },
        explained: asked === null ? data.checklist.explained : explainedFor(data.checklist, itemId, asked),
      },
      forced: [...data.forced, ...marks],
    };
  });
}

/**
 * Closes one part of the checklist. The part after the Box attests a Box in its place, so it needs one that was taken.
 * ProblemError `value-missing` while a required answer of it is missing, `step-not-ready` without a Box.
 */
export function completeChecklist(parts: JobParts, job: JobId, phase: ChecklistPhase): void {
  changeJobOf(parts, job, ['installation'], (change) => {
    const { data } = change;
    if (phase === 'after') requireStep(data.box, 'box');
    const begun = checklistOf(parts, data);
    const { template } = begun;
    const [missing] = missingInPhase(parts, data, phase);
    if (missing !== undefined) {
      throw new ProblemError(makeProblem('value-missing', { field: missing.text.en }));
    }
    change.record('checklist-completed', { template: template.id, version: template.version, phase });
    const mounted = phase === 'after' ? mountingNote(begun, knownOf(data)) : null;
    if (mounted !== null) change.record('box-mounted', mounted);
    const closed = phase === 'before' ? { beforeCompletedAt: change.now } : { completedAt: change.now };
    return {
      ...data,
      checklist: { ...data.checklist, begun: { ...begun }, ...closed },
      skipped: data.skipped.filter((step) => step !== stepOfPhase[phase]),
    };
  });
}

function refusalOf(item: ChecklistItem, answer: TypedAnswer, deviation: ChecklistDeviation): Problem {
  const value = typeof answer === 'boolean' ? '' : answer;
  switch (deviation.kind) {
    case 'below':
    case 'above': {
      const { min, max, unit } = deviation;
      return makeProblem('answer-outside', { item: item.text.en, value, min, max, unit });
    }
    case 'differs':
      return makeProblem('scan-differs', { value, expected: deviation.expected });
    default:
      return neverReached(deviation);
  }
}

function limitsOf(
  deviation: ChecklistDeviation,
): Pick<LogFactsOf<'answer-forced'>, 'kind' | 'min' | 'max' | 'expected' | 'unit'> {
  switch (deviation.kind) {
    case 'below':
    case 'above':
      return { kind: deviation.kind, min: deviation.min, max: deviation.max, unit: deviation.unit };
    case 'differs':
      return { kind: 'differs', expected: deviation.expected, unit: '' };
    default:
      return neverReached(deviation);
  }
}
