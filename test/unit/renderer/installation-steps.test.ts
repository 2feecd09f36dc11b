import { expect, test } from 'vitest';
import { firstStep, nextStep, reachable, stepBefore } from '../../../renderer/flows/flow-steps.ts';
import { type InstallationView, type StepState, jobCar } from '../../../shared/domain/job.ts';
import { installationStep, type StepName } from '../../../shared/domain/job-steps.ts';
import { exampleJob } from '../report/example-job.ts';

const car = jobCar.parse({
  id: 7,
  origin: 'directory',
  name: 'Van 7',
  licensePlate: 'M BX 1077',
  vin: null,
  brand: null,
  model: null,
});
const box = { serialNumber: '1', lookupSerial: '1', variant: null, sapNumber: null, label: null };

function job(parts: {
  readonly car?: boolean;
  readonly box?: boolean;
  readonly finished?: boolean;
  readonly step?: StepName;
  readonly states?: Partial<Record<StepName, StepState>>;
}): InstallationView {
  const step = (name: StepName) => ({ state: parts.states?.[name] ?? 'open', says: null }) as const;
  return {
    ...exampleJob(),
    car: parts.car === true ? car : null,
    box: parts.box === true ? box : null,
    finishedAt: parts.finished === true ? 1 : null,
    step: parts.step ?? 'car',
    steps: {
      car: step('car'),
      keyfob: step('keyfob'),
      before: step('before'),
      box: step('box'),
      fitting: step('fitting'),
      group: step('group'),
      verify: step('verify'),
      finish: step('finish'),
    },
  };
}

test('key and the checks before can be done before the car is known; Box and later steps cannot', () => {
  const fresh = job({});
  expect(reachable(fresh, 'keyfob').can).toBe(true);
  expect(reachable(fresh, 'before').can).toBe(true);
  expect(reachable(fresh, 'fitting')).toEqual({ can: false, needs: 'car' });
  expect(reachable(fresh, 'box')).toEqual({ can: false, needs: 'car' });
  expect(reachable(fresh, 'group')).toEqual({ can: false, needs: 'car' });
});

test('the Box waits for the checks before it, done or left out; a Box that is in can always be looked at', () => {
  expect(reachable(job({ car: true }), 'box')).toEqual({ can: false, needs: 'before' });
  expect(reachable(job({ car: true, states: { before: 'skipped' } }), 'box').can).toBe(true);
  expect(reachable(job({ car: true, box: true }), 'box').can).toBe(true);
});

test('the checks with the Box in its place and the test access wait for the Box', () => {
  expect(reachable(job({ car: true }), 'fitting')).toEqual({ can: false, needs: 'box' });
  expect(reachable(job({ car: true, box: true }), 'fitting').can).toBe(true);
  expect(reachable(job({ car: true }), 'verify')).toEqual({ can: false, needs: 'box' });
  expect(reachable(job({ car: true, box: true }), 'verify').can).toBe(true);
});

test('every step of a finished job can be read, also an open one', () => {
  const finished = job({ finished: true });
  for (const step of installationStep.options) expect(reachable(finished, step).can).toBe(true);
});

test('Next skips decided steps and those that cannot be opened yet', () => {
  const states = { car: 'confirmed', keyfob: 'skipped', before: 'confirmed', group: 'saved' } as const;
  expect(nextStep(job({ car: true, states }), 'car')).toBe('box');
  expect(nextStep(job({ car: true, states }), 'box')).toBe('finish');
  expect(nextStep(job({ car: true, box: true, states }), 'box')).toBe('fitting');
  expect(nextStep(job({ car: true, box: true, states }), 'fitting')).toBe('verify');
});

test('a job opens at its present step, or at the step that this one needs first', () => {
  expect(firstStep(job({ car: true, box: true, step: 'fitting' }))).toBe('fitting');
  expect(firstStep(job({ car: true, step: 'verify', states: { before: 'confirmed' } }))).toBe('box');
  expect(firstStep(job({ car: true, step: 'verify' }))).toBe('before');
  expect(firstStep(job({ step: 'group' }))).toBe('car');
  expect(firstStep(job({ car: true, finished: true, step: 'verify' }))).toBe('finish');
});

test('the way back ends at the first step', () => {
  expect(stepBefore(job({}), 'keyfob')).toBe('car');
  expect(stepBefore(job({}), 'car')).toBeNull();
});
