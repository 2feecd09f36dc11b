import type { ChecklistAnswers, ChecklistTemplate } from '../../shared/domain/checklist.ts';
import {
  type KnownForChecklist,
  knownForChecklist,
  missingItems,
} from '../../shared/domain/checklist-asking.ts';
import type { InstallationData } from './job-data.ts';
import type { JobParts } from './parts.ts';

type Parts = Pick<JobParts, 'checklists'>;

/** What this job's checklist is asked by. */
export const knownOf = (data: InstallationData): KnownForChecklist => knownForChecklist(data);

/** The checklist a job was begun with; before that, what is suggested for its car and key today. */
export function checklistOf(
  { checklists }: Parts,
  data: InstallationData,
): { readonly template: ChecklistTemplate; readonly answers: ChecklistAnswers } {
  return data.checklist.begun ?? { template: checklists.suggest(knownOf(data)), answers: {} };
}

/** Is every item answered that is asked and required? */
export function checklistComplete(parts: Parts, data: InstallationData): boolean {
  const { template, answers } = checklistOf(parts, data);
  return missingItems(template, answers, knownOf(data)).length === 0;
}
