import { type JobView, type SentJob, stateOf, type StepState } from '../../shared/domain/job.ts';
import {
  type StepName,
  stepsOf,
  checklistStep,
  type InstallationStep,
  type RemovalStep,
  type SwapStep,
} from '../../shared/domain/job-steps.ts';
import { neverReached } from '../../shared/never.ts';
import { canSend } from '../../shared/domain/status.ts';
import type { FinishBlocker } from '../../shared/domain/proof.ts';
import { checklistPhase } from '../../shared/domain/checklist.ts';
import { askedItems, inPhase, knownForChecklist } from '../../shared/domain/checklist-asking.ts';
import type { OperationKind, OperationView } from '../../shared/domain/operation.ts';
import type { TextKey } from '../i18n/texts.ts';
import { stepBadges } from '../components/badges.ts';
import { useStatus } from '../data/status.ts';
import { type HelpPage, installers } from '../navigation/help.ts';
import { useFlow } from './flow-context.ts';

/** The preconditions for opening a step. */
type Reach = { readonly can: true } | { readonly can: false; readonly needs: NeededStep };
type NeededStep = 'car' | 'before' | 'box' | 'old-box' | 'losses' | 'take-out' | 'exchange';

/**
 * Steps may be done in any order where the data allows. Every step of a finished job is readable. This is the one place
 * where the kinds differ.
 */
export function reachable(job: SentJob, step: StepName): Reach {
  if (job.finishedAt !== null) return can;
  switch (job.kind) {
    case 'installation': {
      // Every step from the Box on needs a car, and a test access needs a Box.
      const needsCar = step === 'box' || step === 'fitting' || step === 'group' || step === 'verify';
      if (needsCar && job.car === null) return missing('car');
      if (step === 'box' && job.box === null && job.steps.before.state === 'open') return missing('before');
      const needsBox = step === 'fitting' || step === 'verify';
      return needsBox && job.box === null ? missing('box') : can;
    }
    case 'removal':
    case 'swap': {
      const missingFirst =
        step === 'car' || step === 'finish' || step === 'keyfob' ? null : missingOf(job, step);
      return missingFirst === null ? can : missing(missingFirst);
    }
    default:
      return neverReached(job);
  }
}

const can = { can: true } as const;
const missing = (needs: NeededStep) => ({ can: false, needs }) as const;

/** The first missing precondition of a step about a Box that leaves. */
function missingOf(job: Extract<SentJob, { kind: 'removal' | 'swap' }>, step: StepName): NeededStep | null {
  const { box, losses, operation } = job.removal;
  if (job.car === null) return 'car';
  if (step === 'old-box') return null;
  if (box === null) return 'old-box';
  if (step === 'losses' || step === 'box') return null;
  if (losses === null) return 'losses';
  if (job.kind === 'removal') return step === 'checks' && operation === null ? 'take-out' : null;
  if (job.box === null) return 'box';
  if (step === 'exchange') return null;
  return operation === null ? 'exchange' : null;
}

/** The next undecided step after this one; the last one when all are decided. */
export function nextStep(job: SentJob, from: StepName): StepName {
  const order = stepsOf[job.kind];
  const after = order.slice(order.indexOf(from) + 1);
  return after.find((step) => stateOf(job, step) === 'open' && reachable(job, step).can) ?? 'finish';
}

/** The step to open a job with: its current one, or that step's first missing precondition. */
export function firstStep(job: JobView): StepName {
  if (job.finishedAt !== null) return 'finish';
  const reach = reachable(job, job.step);
  if (reach.can) return job.step;
  return reachable(job, reach.needs).can ? reach.needs : firstStep({ ...job, step: reach.needs });
}

/** The next step in the rail. */
export function stepAfter(job: JobView, step: StepName): StepName {
  const order = stepsOf[job.kind];
  return order[order.indexOf(step) + 1] ?? 'finish';
}

/** The previous step in the rail. */
export function stepBefore(job: JobView, step: StepName): StepName | null {
  const order = stepsOf[job.kind];
  return order[order.indexOf(step) - 1] ?? null;
}

/** The precondition of a step, in words. */
export const neededFirst: Readonly<Record<NeededStep, TextKey>> = {
  car: 'flow.rail.needsCar',
  before: 'flow.rail.needsBefore',
  box: 'flow.rail.needsBox',
  'old-box': 'flow.rail.needsOldBox',
  losses: 'flow.rail.needsLosses',
  'take-out': 'flow.rail.needsTakeOut',
  exchange: 'flow.rail.needsExchange',
};

/** The open steps, and those that need a person. */
export function openSteps(job: JobView): readonly StepName[] {
  return stepsOf[job.kind].filter((step) => {
    const state = stateOf(job, step);
    return step !== 'finish' && (state === 'open' || state === 'problem');
  });
}

/**
 * - `ready`: every step is decided.
 * - `open`: steps are open, and finishing leaves them open permanently.
 * - `access-left`, `not-working`: main refuses to finish the job.
 */
type Readiness = 'ready' | 'open' | FinishBlocker;

/** Whether this job may be finished. */
export function readiness(job: JobView): Readiness {
  const hindrance = job.kind === 'removal' ? null : job.verification.hindrance;
  if (hindrance !== null) return hindrance;
  return openSteps(job).length > 0 ? 'open' : 'ready';
}

/** Every step is decided, every operation confirmed, every Box compared, and the car tested where a test was needed. */
export const isAllConfirmed = (job: JobView): boolean =>
  readiness(job) === 'ready' &&
  job.unfinished === 0 &&
  !job.boxUnchecked &&
  (job.proof.state === 'proven' || job.proof.state === 'not-needed');

/** The words for the states of this flow's steps. */
export function useStateWord(): (step: StepName, state: StepState) => TextKey {
  const { job } = useFlow();
  const status = useStatus().value;
  const isOffline = status !== null && !canSend(status.connection);
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

const removal = installers('remove-a-box');
const swap = installers('swap-a-box');

/** The page of each step of each kind of job. */
export const pageOfStep = {
  installation: {
    car: installers('1-car'),
    keyfob: installers('2-key'),
    before: installers('3-before'),
    box: installers('4-box'),
    fitting: installers('5-fitting'),
    group: installers('6-group'),
    verify: installers('7-verify'),
    finish: installers('8-finish'),
  },
  removal: {
    car: removal,
    'old-box': removal,
    losses: removal,
    'take-out': removal,
    checks: removal,
    finish: removal,
  },
  swap: {
    car: swap,
    'old-box': swap,
    losses: swap,
    keyfob: installers('2-key'),
    box: installers('4-box'),
    exchange: swap,
    checks: swap,
    restore: swap,
    verify: installers('7-verify'),
    finish: swap,
  },
} as const satisfies {
  readonly installation: Readonly<Record<InstallationStep, HelpPage>>;
  readonly removal: Readonly<Record<RemovalStep, HelpPage>>;
  readonly swap: Readonly<Record<SwapStep, HelpPage>>;
};

/**
 * The relevant operation of a kind: the last one that was not cancelled, else the last cancelled one; null when there is
 * none.
 */
export function latestOperation(
  operations: readonly OperationView[],
  ...kinds: readonly OperationKind[]
): OperationView | null {
  const mine = operations.filter((operation) => kinds.includes(operation.kind));
  return mine.findLast((operation) => operation.state !== 'cancelled') ?? mine.at(-1) ?? null;
}
