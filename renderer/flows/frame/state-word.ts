import { checklistPhase } from '../../../shared/domain/checklist.ts';
import { askedItems, inPhase, knownForChecklist } from '../../../shared/domain/checklist-asking.ts';
import type { JobView, StepState } from '../../../shared/domain/job.ts';
import { type StepName, checklistStep } from '../../../shared/domain/job-steps.ts';
import type { OperationKind } from '../../../shared/domain/operation.ts';
import { stepBadges } from '../../components/badges.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useStatus } from '../../data/status.ts';
import { useFlow } from '../flow-context.ts';
import { latestOperation } from '../latest-operation.ts';

/** The words for the states of this flow's steps. */
export function useStateWord(): (step: StepName, state: StepState) => TextKey {
  const { job } = useFlow();
  const isOffline = useStatus().value?.connection.state === 'offline';
  return (step, state) => stateWord(job, step, state, isOffline);
}

/**
 * The state of a step in words: "under way" only for an operation that was requested and can be sent; "confirmed" only
 * where the operator was asked.
 */
export function stateWord(job: JobView, step: StepName, state: StepState, isOffline: boolean): TextKey {
  const asked = (kind: OperationKind) => latestOperation(job.operations, kind) !== null;
  if (state === 'confirmed' && hasNoItems(job, step)) return 'flow.rail.nothingAsked';
  if (state === 'confirmed' && (staysHere.has(step) || (step === 'car' && !asked('create-car')))) {
    return 'flow.rail.done';
  }
  if (step === 'verify' && state === 'problem' && job.proof.state === 'unproven') {
    return `proof.${job.proof.why}`;
  }
  if (state !== 'saved') return stepBadges[state].word;
  if (step === 'box' && job.kind === 'swap' && !asked('install')) return 'flow.rail.taken';
  return isOffline ? 'flow.rail.keptHere' : stepBadges.saved.word;
}

/** Steps without operations. */
const staysHere: ReadonlySet<StepName> = new Set([
  'keyfob',
  'before',
  'fitting',
  'checks',
  'old-box',
  'losses',
  'finish',
]);

/** Whether this part of the checklist has no item for this car. */
function hasNoItems(job: JobView, step: StepName): boolean {
  const phase = checklistPhase.options.find((part) => checklistStep(job.kind, part) === step);
  const { template, answers } = job.checklist;
  return (
    phase !== undefined && inPhase(askedItems(template, answers, knownForChecklist(job)), phase).length === 0
  );
}
