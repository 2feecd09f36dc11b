import { boundedText, typedText } from '../../../shared/domain/typed-text.ts';
import {
  type ChecklistAnswer,
  type ChecklistDeviation,
  type ChecklistItem,
  type ChecklistPhase,
  checklistPhase,
  type ChecklistTemplate,
  type ForcedMark,
  type NotApplicable,
  type TypedAnswer,
  LONGEST_REASON,
} from '../../../shared/domain/checklist.ts';
import {
  allItems,
  answersKind,
  askedItems,
  deviationOf,
  inPhase,
  isForKind,
  isNotApplicable,
  phaseOf,
  usualAnswer,
} from '../../../shared/domain/checklist-asking.ts';
import type { SeriesShares } from '../../../shared/domain/planned-work.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { LogFactsOf } from '../../../shared/log/entries.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem, type Problem, ProblemError } from '../../../shared/problem.ts';
import { checklistStep } from '../../../shared/domain/job-steps.ts';
import {
  changeJob,
  changeJobOf,
  type JobChange,
  loadJob,
  requireReason,
  requireStep,
  together,
  type JobParts,
} from '../change.ts';
import {
  checklistOf,
  explainedFor,
  knownOf,
  missingInPhase,
  namedChecklist,
  ownAnswers,
  reopenedFor,
  requireNothingCritical,
  toExplain,
  withOrigin,
} from '../job-checklist.ts';
import { openReworkOf } from '../finish.ts';
import type { JobData } from '../job-data.ts';
import { mountingNote } from '../mountings.ts';

/*
 * The steps of the checklist: the choice of a template, answers, carried-over answers, and the completion of a part.
 */

/**
 * Chooses another checklist in its current version. The answers to the previous one are stored, and return when it is
 * chosen again. ProblemError `not-found`, also for a checklist of another kind of job.
 */
export function chooseChecklist(parts: JobParts, job: JobId, id: string): void {
  const template = parts.checklists.current(id);
  if (template === null) throw new ProblemError(makeProblem('not-found'));
  changeJob(parts, job, (change) => {
    if (!isForKind(template, change.data.kind)) throw new ProblemError(makeProblem('not-found'));
    const { begun, aside } = change.data.checklist;
    if (begun?.template.id === id) return change.data;
    const own = begun === null ? null : { ...begun, answers: ownAnswers(change.data.checklist) };
    const before = own === null || Object.keys(own.answers).length === 0 ? [] : [own];
    const again = aside.find((other) => other.template.id === id);
    const publication = parts.checklists.publicationOf(template);
    const next = again ?? { template, answers: {}, origins: [], publication };
    change.record('checklist-chosen', namedChecklist(next));
    const others = aside.filter((other) => other !== again);
    return {
      ...change.data,
      checklist: {
        begun: next,
        beforeCompletedAt: null,
        completedAt: null,
        aside: [...others, ...before],
        explained: change.data.checklist.explained,
        carried: [],
      },
      skipped: change.data.skipped.filter((step) =>
        checklistPhase.options.every((phase) => step !== checklistStep(change.data.kind, phase)),
      ),
    };
  });
}

/**
 * Stores one answer; null withdraws it. The first answer stores the template with the job. An answer out of range, or a
 * VIN that differs from the car's, needs a reason and leaves a permanent mark. "Does not apply" needs a template that
 * allows it, and a reason. ProblemErrors: `not-found`, `input-invalid` (the item cannot have this answer),
 * `answer-outside`, `scan-differs`, `name-too-long` for the reason. `reason-missing`: for a saved answer of a returned
 * job, and for "does not apply".
 */
export function answerItem(
  parts: JobParts,
  job: JobId,
  itemId: string,
  given: TypedAnswer | NotApplicable | null,
  typedReason: string | null = null,
  byOneAct = false,
): void {
  changeJob(parts, job, (change) => {
    const { data } = change;
    const begun = checklistOf(parts, data);
    const { template, answers: before } = begun;
    const item = allItems(template).find(({ id }) => id === itemId);
    if (item === undefined) throw new ProblemError(makeProblem('not-found'));
    const replaced = before[itemId];
    const wasNotApplicable = isNotApplicable(replaced);
    // Pictures have calls of their own, so that a withdrawal gets its own log entry.
    const isPicture = item.type === 'photo' || item.type === 'signature';
    const aboutApplying = isNotApplicable(given)
      ? replaced === undefined || wasNotApplicable
      : wasNotApplicable;
    if (isPicture && !aboutApplying) {
      throw new ProblemError(makeProblem('input-invalid', { field: itemId }));
    }
    const answer = isNotApplicable(given) ? { notApplicable: requireReason(given.notApplicable) } : given;
    if (answer !== null && !answersKind(item, answer)) {
      throw new ProblemError(makeProblem('input-invalid', { field: itemId }));
    }
    // The reason for "does not apply" also explains the change.
    const reason = isNotApplicable(answer)
      ? answer.notApplicable
      : boundedText(typedText(typedReason ?? '') ?? '', 'reason', LONGEST_REASON);
    const mark = data.forced.findLast((forced) => forced.item === itemId);
    const isCarried = data.checklist.carried.includes(itemId);
    if (
      answer !== null &&
      !isCarried &&
      (isNotApplicable(answer)
        ? wasNotApplicable && answer.notApplicable === replaced.notApplicable
        : answer === replaced && (reason === '' || reason === mark?.reason))
    )
      return data;
    const deviation =
      answer === null || isNotApplicable(answer) ? null : deviationOf(item, answer, knownOf(data));
    if (answer !== null && !isNotApplicable(answer) && deviation !== null && reason === '') {
      throw new ProblemError(refusalOf(item, answer, deviation));
    }
    const asked = openReworkOf(change.context.sqlite, change.row.id);
    const explains = toExplain(data, asked).includes(itemId);
    if (explains && reason === '') throw new ProblemError(makeProblem('reason-missing'));
    const about = {
      ...namedChecklist(begun), phase: phaseOf(item), item: itemId, text: item.text.en,
    }; // prettier-ignore
    change.record('checklist-answered', {
      ...about,
      ...(isNotApplicable(answer) ? { answer: null, ...answer } : { answer }),
      ...(replaced === undefined || isCarried
        ? {}
        : { before: typeof replaced === 'object' ? null : replaced }),
      ...(byOneAct ? { together: true } : {}),
      ...(explains && !isNotApplicable(answer) ? { reason } : {}),
    });
    const marks: ForcedMark[] = [];
    if (deviation !== null && (typeof answer === 'number' || typeof answer === 'string')) {
      const { text, severity } = item;
      const weighed = { reason, ...(severity === undefined ? {} : { severity }) };
      change.record('answer-forced', { ...about, value: answer, ...limitsOf(deviation), ...weighed });
      const { now: at } = change;
      marks.push({
        template: template.id, item: itemId, text, value: answer, deviation, ...weighed, at, worker: parts.worker(),
      }); // prettier-ignore
    }
    const { [itemId]: _before, ...others } = before;
    const answers = answer === null ? others : { ...others, [itemId]: answer };
    return {
      ...data,
      checklist: {
        ...reopenedFor(data.checklist, item),
        begun: {
          ...begun,
          answers,
          origins: withOrigin(begun.origins, [itemId], byOneAct ? 'together' : null),
        },
        carried: data.checklist.carried.filter((carried) => carried !== itemId),
        explained: asked === null ? data.checklist.explained : explainedFor(data.checklist, itemId, asked),
      },
      forced: [...data.forced, ...marks],
    };
  });
}

/**
 * Ticks the unanswered items of a `together` group. Each gets its usual answer and its own log entry, which marks it as
 * part of one act. ProblemErrors of `answerItem`; `not-found` for an unknown name.
 */
export function answerTogether(parts: JobParts, job: JobId, name: string): void {
  together(parts, (inside) => {
    const { data } = loadJob(inside.database.sqlite, job);
    const { template, answers } = checklistOf(inside, data);
    const members = askedItems(template, answers, knownOf(data)).filter((item) => item.together === name);
    if (members.length === 0) throw new ProblemError(makeProblem('not-found'));
    for (const item of members) {
      const usual = usualAnswer(item);
      const given = answers[item.id];
      const isOpen = given === undefined || given === false;
      if (usual !== null && isOpen) answerItem(inside, job, item.id, usual, null, true);
    }
  });
}

/**
 * Answers that were carried over from the previous car in the series; those of another checklist or kind are left out.
 */
export function carryAnswers(parts: JobParts, job: JobId, answers: SeriesShares['answers']): void {
  changeJobOf(parts, job, ['installation'], ({ data }) => {
    const { begun } = data.checklist;
    if (begun === null) return data;
    const kept = begun.template.items.flatMap((item): readonly (readonly [string, TypedAnswer])[] => {
      const answer = answers[item.id];
      return item.alike === true && answer !== undefined && answersKind(item, answer)
        ? [[item.id, answer]]
        : [];
    });
    return {
      ...data,
      checklist: {
        ...data.checklist,
        begun: { ...begun, answers: { ...begun.answers, ...Object.fromEntries(kept) } },
        carried: kept.map(([id]) => id),
      },
    };
  });
}

/** Removes the carried-over answers, because this car differs from the previous one. */
export function dropCarried(parts: JobParts, job: JobId): void {
  changeJobOf(parts, job, ['installation'], ({ data }) => {
    const { begun, carried } = data.checklist;
    if (begun === null || carried.length === 0) return data;
    const answers = ownAnswers(data.checklist);
    return { ...data, checklist: { ...data.checklist, begun: { ...begun, answers }, carried: [] } };
  });
}

/**
 * Closes one part of the checklist. The part after the Box needs a chosen Box, because it attests the mounting.
 * ProblemErrors: `value-missing` (a required answer is missing), `answer-critical` (an answer deviates from a critical
 * item), `step-not-ready` without a Box.
 */
export function completeChecklist(parts: JobParts, job: JobId, phase: ChecklistPhase): void {
  changeJob(parts, job, (change) => {
    const { data } = change;
    if (phase === 'after') requireBoxes(data);
    const begun = checklistOf(parts, data);
    const { template } = begun;
    requireNothingCritical(parts, data, phase);
    const [missing] = missingInPhase(begun, data, phase);
    if (missing !== undefined) {
      throw new ProblemError(makeProblem('value-missing', { field: missing.text.en }));
    }
    const asked = inPhase(askedItems(template, begun.answers, knownOf(data)), phase);
    const carried = asked.filter(({ id }) => data.checklist.carried.includes(id));
    for (const item of carried) recordCarried(change, template, item, begun.answers[item.id]);
    change.record('checklist-completed', { ...namedChecklist(begun), phase });
    const mounted =
      phase === 'after' && data.kind !== 'removal'
        ? mountingNote(begun, data.annotations, knownOf(data))
        : null;
    if (mounted !== null) change.record('box-mounted', mounted);
    const closed = phase === 'before' ? { beforeCompletedAt: change.now } : { completedAt: change.now };
    return {
      ...data,
      checklist: {
        ...data.checklist,
        begun: {
          ...begun,
          origins: withOrigin(
            begun.origins,
            carried.map(({ id }) => id),
            'as-last-car',
          ),
        },
        carried: data.checklist.carried.filter((id) => carried.every((item) => item.id !== id)),
        ...closed,
      },
      skipped: data.skipped.filter((step) => step !== checklistStep(data.kind, phase)),
    };
  });
}

/** ProblemError `step-not-ready` before the act that the part after the Box attests. */
function requireBoxes(data: JobData): void {
  switch (data.kind) {
    case 'installation':
      return void requireStep(data.box, 'box');
    case 'removal':
      return void requireStep(data.out, 'take-out');
    case 'swap':
      return void requireStep(data.out, 'exchange');
    default:
      return neverReached(data);
  }
}

/** By closing the part, the person confirms that the carried-over answer applies to this car too. */
function recordCarried(
  { record }: Pick<JobChange, 'record'>,
  { id, version }: ChecklistTemplate,
  item: ChecklistItem,
  answer: ChecklistAnswer | undefined,
): void {
  if (answer === undefined || typeof answer === 'object') return;
  record('checklist-answered', {
    template: id,
    version,
    phase: phaseOf(item),
    item: item.id,
    text: item.text.en,
    answer,
    asLastCar: true,
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
