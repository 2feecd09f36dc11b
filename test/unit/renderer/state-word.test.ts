import { describe, expect, it } from 'vitest';
import { stateWord } from '../../../renderer/flows/flow-steps.ts';
import { stepBadges } from '../../../renderer/components/badges.ts';
import { type JobView, stepState, swapView } from '../../../shared/domain/job.ts';
import { installationStep, type StepName, swapStep } from '../../../shared/domain/job-steps.ts';
import { unprovenReason } from '../../../shared/domain/proof.ts';
import { type Changes, exampleJob, exampleOperation } from '../report/example-job.ts';

const create = exampleOperation(0);
const install = exampleOperation(1);

const swap = (changes: Changes): JobView =>
  swapView.parse({
    ...exampleJob(),
    kind: 'swap',
    steps: Object.fromEntries(swapStep.options.map((step) => [step, { state: 'open', says: null }])),
    removal: { box: null, losses: null, reason: null, operation: null, accesses: [] },
    restores: [],
    leastToRestore: 'installer',
    ...changes,
  });

/** An installation whose checklist asks one question in each of these phases. */
function asking(phases: readonly string[], changes: Changes = {}): JobView {
  const { checklist } = exampleJob();
  const items = checklist.template.items
    .slice(0, phases.length)
    .map((item, index) => ({ ...item, phase: phases[index] }));
  return exampleJob({ checklist: { ...checklist, template: { ...checklist.template, items } }, ...changes });
}

describe('a confirmed step', () => {
  const done = (job: JobView, steps: readonly StepName[]) =>
    steps.filter((step) => stateWord(job, step, 'confirmed', false) === 'flow.rail.done');

  it('is only done where the operator is never asked about it', () => {
    const here = ['keyfob', 'before', 'fitting', 'finish'];
    expect(done(asking(['before', 'after']), installationStep.options)).toEqual(here);
    expect(done(swap({}), swapStep.options)).toEqual(['old-box', 'losses', 'keyfob', 'checks', 'finish']);
  });

  it('about a car of the Directory is only done, for no operation wrote it', () => {
    expect(done(exampleJob({ operations: [install] }), ['car'])).toEqual(['car']);
    expect(stateWord(exampleJob({ operations: [create] }), 'car', 'confirmed', false)).toBe(
      stepBadges.confirmed.word,
    );
  });
});

describe('a part of the checklist', () => {
  const word = (phases: readonly string[], step: StepName, state: 'confirmed' | 'open') =>
    stateWord(asking(phases), step, state, false);

  it('without a question says so', () => {
    expect(word(['after'], 'before', 'confirmed')).toBe('flow.rail.nothingAsked');
    expect(word(['before'], 'fitting', 'confirmed')).toBe('flow.rail.nothingAsked');
  });

  it('in which something is asked is done', () => {
    expect(word(['before'], 'before', 'confirmed')).toBe('flow.rail.done');
    expect(word(['before', 'after'], 'fitting', 'confirmed')).toBe('flow.rail.done');
  });

  it('is open while it is open, and other steps have no such part', () => {
    expect(word(['after'], 'before', 'open')).toBe(stepBadges.open.word);
    expect(word(['after'], 'finish', 'confirmed')).toBe('flow.rail.done');
  });

  it('is one step in a swap, which asks nothing where its checklist has no such part', () => {
    const { template } = asking(['before']).checklist;
    const checklist = { ...asking(['before']).checklist, template };
    expect(stateWord(swap({ checklist }), 'checks', 'confirmed', false)).toBe('flow.rail.nothingAsked');
    expect(stateWord(swap({}), 'checks', 'confirmed', false)).toBe('flow.rail.done');
  });
});

it.each(unprovenReason.options)('a test that proves nothing says why: %s', (why) => {
  const job = exampleJob({ proof: { state: 'unproven', why, handedOver: null } });
  expect(stateWord(job, 'verify', 'problem', false)).toBe(`proof.${why}`);
  expect(stateWord(job, 'verify', 'confirmed', false)).toBe(stepBadges.confirmed.word);
  expect(stateWord(job, 'box', 'problem', false)).toBe(stepBadges.problem.word);
});

it('any other trouble of the test is a problem like those of other steps', () => {
  expect(stateWord(exampleJob(), 'verify', 'problem', false)).toBe(stepBadges.problem.word);
});

it('a saved operation is on its way only where it can be sent', () => {
  expect(stateWord(exampleJob(), 'box', 'saved', false)).toBe(stepBadges.saved.word);
  expect(stateWord(exampleJob(), 'box', 'saved', true)).toBe('flow.rail.keptHere');
});

it('the Box of a swap is only chosen until it is ordered', () => {
  for (const isOffline of [false, true])
    expect(stateWord(swap({ operations: [create] }), 'box', 'saved', isOffline)).toBe('flow.rail.taken');
  expect(stateWord(swap({ operations: [install] }), 'box', 'saved', true)).toBe('flow.rail.keptHere');
  expect(stateWord(swap({ operations: [create] }), 'exchange', 'saved', true)).toBe('flow.rail.keptHere');
  expect(stateWord(exampleJob({ operations: [create] }), 'box', 'saved', true)).toBe('flow.rail.keptHere');
});

it('every other state has the word of its badge, connected or not', () => {
  for (const state of stepState.options.filter((each) => each !== 'saved'))
    for (const isOffline of [false, true])
      expect([state, stateWord(exampleJob(), 'box', state, isOffline)]).toEqual([
        state,
        stepBadges[state].word,
      ]);
});
