import { describe, expect, it } from 'vitest';
import { firstStep, nextStep, reachable, stepBefore } from '../../../renderer/flows/flow-steps.ts';
import {
  jobCar,
  type RemovalView,
  removalView,
  type StepState,
  type SwapView,
  swapView,
} from '../../../shared/domain/job.ts';
import { removalStep, type StepName, swapStep } from '../../../shared/domain/job-steps.ts';
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
const leaving = { productId: null, serialNumber: '1', sapNumber: null, reported: 'person', reportedAt: null };
const lost = { source: 'none', asOf: null, readAt: 1, accesses: [] };

/** The decisions, in the order of the questions. */
const facts = ['car', 'old-box', 'losses', 'box', 'exchange'] as const;
type Fact = (typeof facts)[number];

/** The decisions of a job whose Box leaves; the states of its steps are open except for `states`. */
function partsOf(decided: readonly Fact[], steps: readonly StepName[], states: States) {
  const has = (fact: Fact) => decided.includes(fact);
  return {
    ...exampleJob(),
    finishedAt: null,
    car: has('car') ? car : null,
    steps: Object.fromEntries(steps.map((step) => [step, { state: states[step] ?? 'open', says: null }])),
    removal: {
      box: has('old-box') ? leaving : null,
      losses: has('losses') ? lost : null,
      reason: null,
      operation: has('exchange') ? '019ab000-0000-7000-8000-000000000001' : null,
      accesses: [],
    },
    box: has('box') ? { serialNumber: '2', lookupSerial: '2', variant: null, sapNumber: null } : null,
    restores: [],
    leastToRestore: 'installer',
  };
}
type States = Partial<Record<StepName, StepState>>;

const removal = (decided: readonly Fact[], step: StepName = 'car', states: States = {}): RemovalView =>
  removalView.parse({ ...partsOf(decided, removalStep.options, states), kind: 'removal', step });
const swap = (decided: readonly Fact[], step: StepName = 'car', states: States = {}): SwapView =>
  swapView.parse({ ...partsOf(decided, swapStep.options, states), kind: 'swap', step });

const can = { can: true } as const;
const needs = (step: Fact) => ({ can: false, needs: step }) as const;
/** The first `count` of the facts. */
const upTo = (count: number) => facts.slice(0, count);

describe('the steps of a removal', () => {
  it.each([
    ['car', [can, can, can, can]],
    ['old-box', [needs('car'), can, can, can]],
    ['losses', [needs('car'), needs('old-box'), can, can]],
    ['take-out', [needs('car'), needs('old-box'), needs('losses'), can]],
    ['finish', [can, can, can, can]],
  ] as const)('%s needs what comes before it', (step, reach) => {
    expect(reach.map((_, count) => reachable(removal(upTo(count)), step))).toEqual(reach);
  });

  it('open with the first thing that the saved step needs', () => {
    expect(firstStep(removal([], 'take-out'))).toBe('car');
    expect(firstStep(removal(['car'], 'take-out'))).toBe('old-box');
    expect(firstStep(removal(['car', 'old-box'], 'take-out'))).toBe('losses');
    expect(firstStep(removal(upTo(3), 'take-out'))).toBe('take-out');
  });

  it('go on to the next open step that can be opened, and to the finish after the last', () => {
    expect(nextStep(removal(upTo(1)), 'car')).toBe('old-box');
    expect(nextStep(removal(upTo(3)), 'old-box')).toBe('losses');
    expect(nextStep(removal(upTo(3), 'car', { losses: 'saved' }), 'old-box')).toBe('take-out');
    expect(nextStep(removal(upTo(2), 'car', { losses: 'problem' }), 'old-box')).toBe('finish');
    expect(nextStep(removal(upTo(3), 'car', { finish: 'confirmed' }), 'take-out')).toBe('finish');
  });
});

describe('the steps of a swap', () => {
  it.each([
    ['car', [can, can, can, can, can, can]],
    ['old-box', [needs('car'), can, can, can, can, can]],
    ['losses', [needs('car'), needs('old-box'), can, can, can, can]],
    ['keyfob', [can, can, can, can, can, can]],
    ['box', [needs('car'), needs('old-box'), can, can, can, can]],
    ['exchange', [needs('car'), needs('old-box'), needs('losses'), needs('box'), can, can]],
    ['restore', [needs('car'), needs('old-box'), needs('losses'), needs('box'), needs('exchange'), can]],
    ['verify', [needs('car'), needs('old-box'), needs('losses'), needs('box'), needs('exchange'), can]],
    ['finish', [can, can, can, can, can, can]],
  ] as const)('%s needs what comes before it', (step, reach) => {
    expect(reach.map((_, count) => reachable(swap(upTo(count)), step))).toEqual(reach);
  });

  it('ask for the leaving Box first even when the new Box was chosen', () => {
    expect(reachable(swap(['car', 'old-box', 'box']), 'exchange')).toEqual(needs('losses'));
  });

  it('open with the first thing that the saved step needs', () => {
    expect(firstStep(swap([], 'verify'))).toBe('car');
    expect(firstStep(swap(upTo(3), 'verify'))).toBe('box');
    expect(firstStep(swap(upTo(4), 'restore'))).toBe('exchange');
    expect(firstStep(swap(upTo(5), 'restore'))).toBe('restore');
  });

  it('go back in the order of the rail', () => {
    expect(swapStep.options.map((step) => stepBefore(swap([]), step))).toEqual([
      null,
      ...swapStep.options.slice(0, -1),
    ]);
  });
});
