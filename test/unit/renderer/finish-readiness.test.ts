import { expect, test } from 'vitest';
import { isAllConfirmed, openSteps, readiness } from '../../../renderer/flows/flow-steps.ts';
import { accessIsOpen } from '../../../renderer/flows/steps/verify/test-access.ts';
import {
  type InstallationView,
  type RemovalView,
  removalView,
  type StepState,
} from '../../../shared/domain/job.ts';
import {
  finishBlockerOf,
  type Proof,
  type VerificationPhase,
  verificationPhase,
} from '../../../shared/domain/proof.ts';
import { type InstallationStep, installationStep } from '../../../shared/domain/job-steps.ts';
import { exampleJob } from '../report/example-job.ts';

/** An installation whose steps are decided except for `states`, with its test access in `phase`. */
function job(
  phase: VerificationPhase,
  states: Partial<Record<InstallationStep, StepState>> = {},
): InstallationView {
  const example = exampleJob();
  const step = (name: InstallationStep) => ({ state: states[name] ?? 'confirmed', says: null }) as const;
  return {
    ...example,
    finishedAt: null,
    verification: {
      ...example.verification,
      phase,
      hindrance: finishBlockerOf(example.verification.proof, [phase]),
    },
    steps: {
      car: step('car'),
      keyfob: step('keyfob'),
      before: step('before'),
      box: step('box'),
      fitting: step('fitting'),
      group: step('group'),
      verify: step('verify'),
      finish: { state: 'open', says: null },
    },
  };
}

test('a job is not finished while its test access is on its way, there, or could not be removed', () => {
  for (const phase of ['requested', 'accepted', 'confirmed', 'removal-failed'] as const) {
    expect([phase, readiness(job(phase))]).toEqual([phase, 'access-left']);
  }
});

test('a test access that never existed, is being removed or is gone does not prevent the finish', () => {
  for (const phase of [
    'not-started',
    'failed',
    'removal-requested',
    'removal-accepted',
    'removed',
  ] as const) {
    expect([phase, readiness(job(phase))]).toEqual([phase, 'ready']);
  }
});

test('a car that failed its test keeps the job open until it is handed over so, another proof does not', () => {
  const unproven = (why: Extract<Proof, { state: 'unproven' }>['why'], handedOver: string | null = null) =>
    finishBlockerOf({ state: 'unproven', why, handedOver }, ['removed']);
  expect(unproven('not-opened')).toBe('not-working');
  expect(unproven('not-closed')).toBe('not-working');
  expect(unproven('not-opened', 'Antenna is on order')).toBeNull();
  expect(unproven('not-tried')).toBeNull();
  expect(unproven('expired')).toBeNull();
  // An access of an earlier test counts as well.
  expect(finishBlockerOf({ state: 'proven' }, ['removal-failed', 'removed'])).toBe('access-left');
});

test('a step that is open or in trouble is left open by the finish; a saved or skipped one is decided', () => {
  for (const name of installationStep.exclude(['finish']).options) {
    for (const state of ['open', 'problem'] as const) {
      expect(openSteps(job('removed', { [name]: state }))).toEqual([name]);
      expect(readiness(job('removed', { [name]: state }))).toBe('open');
    }
    for (const state of ['saved', 'skipped', 'confirmed'] as const) {
      expect(readiness(job('removed', { [name]: state }))).toBe('ready');
    }
  }
});

test('an access that stands weighs more than an open step', () => {
  expect(readiness(job('confirmed', { group: 'open' }))).toBe('access-left');
});

test('a removal, which has no test access, is ready once its steps are decided', () => {
  const decided = { state: 'confirmed', says: null } as const;
  const removal = (losses: StepState): RemovalView =>
    removalView.parse({
      ...exampleJob(),
      kind: 'removal',
      finishedAt: null,
      steps: {
        car: decided,
        'old-box': decided,
        losses: { state: losses, says: null },
        'take-out': decided,
        checks: decided,
        finish: decided,
      },
      removal: {
        box: null,
        losses: null,
        reason: null,
        operation: null,
        accesses: [],
      },
    });
  expect(readiness(removal('confirmed'))).toBe('ready');
  expect(readiness(removal('open'))).toBe('open');
});

test('an access opens the car from its confirmation until its removal is confirmed', () => {
  const open = new Set<VerificationPhase>([
    'confirmed',
    'removal-requested',
    'removal-accepted',
    'removal-failed',
  ]);
  for (const phase of verificationPhase.options)
    expect([phase, accessIsOpen(phase)]).toEqual([phase, open.has(phase)]);
});

test('a job with a Box that was never compared is not all confirmed', () => {
  const decided = job('removed');
  expect(isAllConfirmed(decided)).toBe(true);
  expect(isAllConfirmed({ ...decided, boxUnchecked: true })).toBe(false);
});
