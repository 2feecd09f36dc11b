import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StepState } from '../../shared/domain/job.ts';
import { type InstallationStep, installationStep } from '../../shared/domain/job-steps.ts';
import type { FinishBlocker, Proof } from '../../shared/domain/proof.ts';
import type { JobReview } from '../../shared/domain/reviewing.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { NOW } from './page/at-rest.ts';
import { box, emptyCopies, van } from './page/car.ts';
import { approved, jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

interface Standing {
  readonly states?: Partial<Record<InstallationStep, StepState>>;
  readonly hindrance?: FinishBlocker;
  readonly proof?: Proof;
  readonly finishedAt?: number;
  readonly review?: JobReview;
}

let number = 0;
beforeEach(() => {
  number = nextJobNumber();
});

/** An installation at its last step: everything is decided except for `states`. */
function atFinish({ states = {}, hindrance, proof = { state: 'proven' }, finishedAt, review }: Standing) {
  const fresh = newInstallation(number);
  return newInstallation(number, {
    step: 'finish',
    car: van,
    box,
    boxIn: true,
    proof,
    finishedAt: finishedAt ?? null,
    review: review ?? null,
    steps: Object.fromEntries(
      installationStep.options.map((step) => [step, { state: states[step] ?? 'confirmed', says: null }]),
    ),
    verification: { ...fresh.verification, phase: 'removed', proof, hindrance: hindrance ?? null },
  });
}

async function openFinish(standing: Standing): Promise<void> {
  const title = standing.finishedAt === undefined ? 'Finish' : 'Done';
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, title, {
    'jobs.get': () => atFinish(standing),
    'jobs.finish': () => atFinish({ ...standing, finishedAt: NOW }),
    'jobs.start': () => newInstallation(number + 500),
    ...emptyCopies,
  });
}

const act = (name: string) => page.getByRole('button', { name, exact: true });
const isHome = () =>
  expect.element(page.getByRole('heading', { level: 1, name: /Bay 3 Tester/ })).toBeVisible();

describe('a job whose steps are all decided', () => {
  test('is finished before the next one begins', async () => {
    await openFinish({});
    await act('Finish and next car').click();
    expect(await main.wasAsked('jobs.start')).toEqual([{ kind: 'installation' }]);
    expect(main.asked('jobs.finish')).toEqual([{ jobId: jobNumber(number) }]);
  });

  test('is finished without a next one', async () => {
    await openFinish({});
    await act('Finish').click();
    await isHome();
    expect(main.asked('jobs.finish')).toEqual([{ jobId: jobNumber(number) }]);
    expect(main.asked('jobs.start')).toEqual([]);
  });

  test('begins no next one where main refuses the finish', async () => {
    await openFinish({});
    main.answer({
      'jobs.finish': () => {
        throw new ProblemError(makeProblem('test-access-left'));
      },
    });
    await act('Finish and next car').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(main.asked('jobs.start')).toEqual([]);
  });
});

describe.each(['open', 'problem'] as const)('a job with a step in the state %s', (state) => {
  test('stays open when the next one begins', async () => {
    await openFinish({ states: { group: state } });
    await act('Next car').click();
    await main.wasAsked('jobs.start');
    expect(main.asked('jobs.finish')).toEqual([]);
  });

  test('is finished only after the question', async () => {
    await openFinish({ states: { group: state } });
    await act('Finish with open steps').click();
    await dialog().getByRole('button', { name: 'Go on with it' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(main.asked('jobs.finish')).toEqual([]);
    await act('Finish with open steps').click();
    await dialog().getByRole('button', { name: 'Finish it' }).click();
    await isHome();
    expect(main.asked('jobs.finish')).toEqual([{ jobId: jobNumber(number) }]);
  });

  test('leads to that step', async () => {
    await openFinish({ states: { before: state } });
    await act('Go to Before').click();
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Before the Box goes in' }))
      .toBeVisible();
  });
});

describe.each(['saved', 'skipped'] as const)('a step in the state %s', (state) => {
  test('keeps no job from its finish', async () => {
    await openFinish({ states: { group: state } });
    await expect.element(act('Finish and next car')).toBeVisible();
    await expect.element(act('Finish with open steps')).not.toBeInTheDocument();
  });
});

describe('a job that main refuses to finish', () => {
  test.each([
    ['access-left', /The test access has not been removed yet/],
    ['not-working', /Test again, or hand the car over as not working/],
  ] as const)('because of %s is reported, and offers no finish', async (hindrance, says) => {
    await openFinish({ hindrance });
    await expect.element(page.getByText(says)).toBeVisible();
    await expect.element(act('Next car')).toBeVisible();
    await expect.element(act('Finish')).not.toBeInTheDocument();
    await expect.element(act('Finish and next car')).not.toBeInTheDocument();
    await expect.element(act('Finish with open steps')).not.toBeInTheDocument();
  });

  test('offers none for its open steps either', async () => {
    await openFinish({ hindrance: 'access-left', states: { group: 'open' } });
    await expect.element(act('Next car')).toBeVisible();
    await expect.element(act('Finish with open steps')).not.toBeInTheDocument();
  });

  test('is finished once the commit that ends the hindrance is read', async () => {
    await openFinish({ hindrance: 'access-left' });
    main.answer({ 'jobs.get': () => atFinish({}) });
    main.announce(`job:${jobNumber(number)}`);
    await expect.element(act('Finish and next car')).toBeVisible();
  });
});

describe('a test that did not prove the car', () => {
  const unproven = (why: 'not-opened' | 'not-tried'): Proof => ({ state: 'unproven', why, handedOver: null });

  test('leads to the next test before the finish', async () => {
    await openFinish({ proof: unproven('not-tried'), states: { verify: 'problem' } });
    await expect.element(act('Test again')).toBeVisible();
    await expect.element(act('Finish and next car')).not.toBeInTheDocument();
    await expect.element(act('Finish with open steps')).toBeVisible();
  });

  test('where the car was seen not to open asks for a reason instead of a finish', async () => {
    await openFinish({
      proof: unproven('not-opened'),
      hindrance: 'not-working',
      states: { verify: 'problem' },
    });
    await expect.element(act('Hand over as not working')).toBeVisible();
    await expect.element(act('Finish with open steps')).not.toBeInTheDocument();
  });
});

const handedOver: Proof = { state: 'unproven', why: 'not-opened', handedOver: 'The antenna is on order' };

/** The same job, opened again: another test access is asked for. */
function openAgain() {
  const fresh = newInstallation(number);
  return newInstallation(number, {
    step: 'verify',
    car: van,
    box,
    boxIn: true,
    proof: { state: 'under-way' },
    verification: { ...fresh.verification, phase: 'requested', proof: { state: 'under-way' } },
  });
}

describe.each([
  ['Done', null],
  ['Verify', /^Verify/],
] as const)('the page %s of a finished job whose car is not proven', (_title, step) => {
  async function openFinished(changes: Standing = {}): Promise<void> {
    await openFinish({ proof: handedOver, finishedAt: NOW, states: { verify: 'not-working' }, ...changes });
    if (step !== null) await page.getByRole('button', { name: step }).click();
  }

  test('opens it again for another test by Enter, and shows that test', async () => {
    await openFinished();
    main.answer({ 'jobs.testAgain': openAgain });
    await expect.element(page.getByText(/The antenna is on order/).first()).toBeVisible();
    await expect.element(page.getByText('Opens the job again, with a new test access')).toBeVisible();
    await expect.element(act('Test again')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(await main.wasAsked('jobs.testAgain')).toEqual([{ jobId: jobNumber(number) }]);
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'Waiting for the operator' }))
      .toBeVisible();
    expect(main.asked('jobs.start')).toEqual([]);
  });

  test('says why main refuses it, and stays', async () => {
    await openFinished();
    main.answer({
      'jobs.testAgain': () => {
        throw new ProblemError(makeProblem('job-approved'));
      },
    });
    await act('Test again').click();
    await expect.element(page.getByRole('alert').getByText(/supervisor has approved/)).toBeVisible();
    await expect.element(act('Test again')).toBeVisible();
  });

  test.each([
    ['proven', { proof: { state: 'proven' } }],
    ['never tested', { proof: { state: 'not-tested' } }],
    ['approved', { review: approved }],
  ] as const)('offers no other test where it is %s', async (_name, changes) => {
    await openFinished(changes);
    await expect.element(page.getByRole('button', { name: /^(Next car|Go to Finish)$/ })).toBeVisible();
    await expect.element(act('Test again')).not.toBeInTheDocument();
  });

  test('says who opens it where a supervisor has approved it', async () => {
    await openFinished({ review: approved });
    await expect.element(page.getByText(/Ask a supervisor to reopen it, then test again/)).toBeVisible();
  });

  test('does not send its installer to a supervisor while they may test it again', async () => {
    await openFinished();
    await expect.element(act('Test again')).toBeVisible();
    await expect.element(page.getByText(/Ask a supervisor/)).not.toBeInTheDocument();
  });
});

test('the next car begins from a finished job whose car is not proven, without another test', async () => {
  await openFinish({ proof: handedOver, finishedAt: NOW, states: { verify: 'not-working' } });
  await act('Next car').click();
  await main.wasAsked('jobs.start');
  expect([main.asked('jobs.finish'), main.asked('jobs.testAgain')]).toEqual([[], []]);
});

describe('a finished job', () => {
  test('is not finished again by the next car', async () => {
    await openFinish({ finishedAt: NOW });
    await act('Next car').click();
    await main.wasAsked('jobs.start');
    expect(main.asked('jobs.finish')).toEqual([]);
  });
});
