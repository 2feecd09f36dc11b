import type {
  ChecklistAnswer,
  ChecklistAnswers,
  ChecklistItem,
  ChecklistTemplate,
} from '../../../shared/domain/checklist.ts';
import type { JobId } from '../../../shared/ids.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { changeJob } from '../change.ts';
import type { JobData } from '../job-data.ts';
import type { JobParts } from '../parts.ts';

/** The template a job was begun with, or today's when that version is gone. */
export function templateOf(
  parts: Pick<JobParts, 'checklist' | 'defaultChecklist'>,
  data: JobData,
): ChecklistTemplate {
  return (
    parts.checklist(data.checklist.templateId, data.checklist.templateVersion) ?? parts.defaultChecklist()
  );
}

/** Keeps one answer as given; null takes it back. ProblemError `not-found`, `value-missing` for an answer of another kind. */
export function answerItem(
  parts: JobParts,
  job: JobId,
  itemId: string,
  answer: ChecklistAnswer | null,
): void {
  changeJob(parts, job, (change) => {
    const item = templateOf(parts, change.data).items.find(({ id }) => id === itemId);
    if (item === undefined) throw new ProblemError(makeProblem('not-found'));
    if (answer !== null && !answersKind(item, answer)) {
      throw new ProblemError(makeProblem('input-invalid', { field: itemId }));
    }
    const { [itemId]: _before, ...others } = change.data.checklist.answers;
    const answers = answer === null ? others : { ...others, [itemId]: answer };
    change.record('checklist-answered', { item: itemId, answer });
    return { ...change.data, checklist: { ...change.data.checklist, answers, completedAt: null } };
  });
}

/** Closes the checklist. ProblemError `value-missing` while a required answer is missing. */
export function completeChecklist(parts: JobParts, job: JobId): void {
  changeJob(parts, job, (change) => {
    const template = templateOf(parts, change.data);
    const missing = template.items.find((item) => !isAnswered(item, change.data.checklist.answers));
    if (missing !== undefined) {
      throw new ProblemError(makeProblem('value-missing', { field: missing.text.en }));
    }
    change.record('checklist-completed', { template: template.id, version: template.version });
    return {
      ...change.data,
      checklist: { ...change.data.checklist, completedAt: change.now },
      skipped: change.data.skipped.filter((step) => step !== 'fitting'),
    };
  });
}

/** Is nothing more needed for this item? Optional ones never hold anything up; a required confirm must be a yes. */
export function isAnswered(item: ChecklistItem, answers: ChecklistAnswers): boolean {
  if (!item.required) return true;
  const answer = answers[item.id];
  if (answer === undefined || answer === '') return false;
  return item.type !== 'confirm' || answer === true;
}

function answersKind(item: ChecklistItem, answer: ChecklistAnswer): boolean {
  switch (item.type) {
    case 'confirm':
      return typeof answer === 'boolean';
    case 'choice':
      return item.options.some(({ id }) => id === answer);
    case 'number':
      return typeof answer === 'number';
    case 'text':
      return typeof answer === 'string';
    default:
      return neverReached(item);
  }
}
