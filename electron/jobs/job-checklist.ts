import type {
  AnswerOrigin,
  ChecklistAnswers,
  ChecklistItem,
  ChecklistPhase,
} from '../../shared/domain/checklist.ts';
import {
  askedItems,
  inPhase,
  isCritical,
  isNotApplicable,
  type KnownForChecklist,
  knownForChecklist,
  missingItems,
  phaseOf,
} from '../../shared/domain/checklist-asking.ts';
import type { JobReview } from '../../shared/domain/reviewing.ts';
import { checklistStep } from '../../shared/domain/job-steps.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { BegunChecklist, JobData } from './job-data.ts';
import type { JobParts } from './change.ts';

/* The checklist of one job: its items, the missing answers, and the completion of each part. */

type Parts = Pick<JobParts, 'checklists'>;

/** The facts that decide which items this job's checklist contains. */
export const knownOf = (data: JobData): KnownForChecklist => knownForChecklist(data);

/** The checklist with which a job was begun. Before that, today's suggestion for its car and key. */
export function checklistOf({ checklists }: Parts, data: JobData): Readonly<BegunChecklist> {
  if (data.checklist.begun !== null) return data.checklist.begun;
  const template = checklists.suggest(knownOf(data), data.kind);
  return { template, answers: {}, origins: [], publication: checklists.publicationOf(template) };
}

/**
 * The origins after these items were answered this way; null = each item was answered alone, or the answer was
 * withdrawn.
 */
export function withOrigin(
  before: BegunChecklist['origins'],
  items: readonly string[],
  origin: AnswerOrigin | null,
): BegunChecklist['origins'] {
  const others = before.filter(({ item }) => !items.includes(item));
  return origin === null ? others : [...others, ...items.map((item) => ({ item, origin }))];
}

/** The answers for this car, without unconfirmed carried-over answers. */
export function ownAnswers({ begun, carried }: JobData['checklist']): ChecklistAnswers {
  return Object.fromEntries(Object.entries(begun?.answers ?? {}).filter(([id]) => !carried.includes(id)));
}

/** The facts that name the checklist in the log, with its publication. */
export const namedChecklist = ({ template: { id, version }, publication }: Readonly<BegunChecklist>) => ({
  template: id,
  version,
  ...(publication === null ? {} : { publication }),
});

/** Whether every required item is answered. */
export function checklistComplete({ template, answers }: Readonly<BegunChecklist>, data: JobData): boolean {
  return missingItems(template, answers, knownOf(data)).length === 0;
}

/** The items of a part that lack an answer. */
export function missingInPhase(
  { template, answers }: Readonly<BegunChecklist>,
  data: JobData,
  phase: ChecklistPhase,
): readonly ChecklistItem[] {
  return inPhase(missingItems(template, answers, knownOf(data)), phase);
}

/** ProblemError `answer-critical` while an answer deviates from a critical item, in this part or in any. */
export function requireNothingCritical(parts: Parts, data: JobData, phase: ChecklistPhase | null): void {
  const { template, answers } = checklistOf(parts, data);
  const known = knownOf(data);
  const asked = askedItems(template, answers, known);
  const ofPhase = phase === null ? asked : inPhase(asked, phase);
  const found = ofPhase.find((item) => isCritical(item, answers[item.id], known));
  if (found !== undefined) throw new ProblemError(makeProblem('answer-critical', { item: found.text.en }));
}

/**
 * True when this part needs no more work: it is empty, or it is closed and has no missing answer. A key chosen later
 * may add items.
 */
export function phaseDone(begun: Readonly<BegunChecklist>, data: JobData, phase: ChecklistPhase): boolean {
  const { template, answers } = begun;
  const isAsked = inPhase(askedItems(template, answers, knownOf(data)), phase).length > 0;
  if (!isAsked) return true;
  return closedAt(data, phase) !== null && missingInPhase(begun, data, phase).length === 0;
}

/** ProblemError `step-not-ready` while the part before the Box is neither closed nor skipped. */
export function requireBeforeDone(parts: Parts, data: JobData): void {
  const step = checklistStep(data.kind, 'before');
  if (data.skipped.includes(step) || phaseDone(checklistOf(parts, data), data, 'before')) return;
  throw new ProblemError(makeProblem('step-not-ready', { step }));
}

const closedAt = ({ checklist }: JobData, phase: ChecklistPhase) =>
  phase === 'before' ? checklist.beforeCompletedAt : checklist.completedAt;

/**
 * The items whose saved answer changes only with a reason, because a supervisor reviewed them and returned the job.
 * `asked` is that request. An item that was answered since needs no second reason.
 */
export function toExplain({ checklist }: JobData, asked: Pick<JobReview, 'id'> | null): readonly string[] {
  if (asked === null) return [];
  return Object.entries(checklist.begun?.answers ?? {}).flatMap(([id, answer]) => {
    // A picture is added and the previous one stays readable. An unticked item counts as unanswered.
    const needsReason = (typeof answer !== 'object' || isNotApplicable(answer)) && answer !== false;
    return needsReason && !isExplained(checklist, id, asked) ? [id] : [];
  });
}

/** The items that were answered since the job was returned, including this one. */
export function explainedFor(
  checklist: JobData['checklist'],
  item: string,
  asked: Pick<JobReview, 'id'>,
): JobData['checklist']['explained'] {
  const { explained } = checklist;
  return isExplained(checklist, item, asked) ? explained : [...explained, { item, review: asked.id }];
}

const isExplained = (
  { explained }: JobData['checklist'],
  item: string,
  asked: Pick<JobReview, 'id'>,
): boolean => explained.some((one) => one.item === item && one.review === asked.id);

/** The checklist with the part of this item reopened, because an answer of it changed. */
export function reopenedFor(checklist: JobData['checklist'], item: ChecklistItem): JobData['checklist'] {
  return phaseOf(item) === 'before'
    ? { ...checklist, beforeCompletedAt: null }
    : { ...checklist, completedAt: null };
}
