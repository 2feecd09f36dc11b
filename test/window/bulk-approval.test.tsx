import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JobId } from '../../shared/ids.ts';
import { MOST_APPROVED_AT_ONCE } from '../../shared/ipc/calls/supervision.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { reviewId } from '../../shared/relay/reviews.ts';
import { row } from '../unit/supervision-exports/rows.ts';
import { boardOf } from './page/board.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

const REVIEW = reviewId.parse('019ab000-0000-7000-8000-000000000077');
const green = row(1, { review: { ...row(1).review, revision: 4 } });
const forced = row(2, { green: false, forced: 1 });
const approved = row(3, { review: { ...row(3).review, state: 'approved', revision: 1 } });

async function askAbout(...rows: (typeof green)[]): Promise<void> {
  await openWindow({ screen: 'installations', part: 'table', view: '' }, 'Installations', boardOf(rows));
  await expect.element(page.getByRole('grid')).toBeVisible();
  page.getByRole('grid').element().focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(dialog()).toBeVisible();
}
const yes = () => dialog().getByRole('button', { name: /^Approve/ });

describe('approving the selected jobs', () => {
  test('sends those whose checks are green, each with the review that it is based on', async () => {
    await askAbout(green, forced, approved);
    main.answer({
      'reviewing.approveMany': () => ({
        outcomes: [{ kind: 'written', jobId: green.jobId, review: REVIEW }],
      }),
    });
    await yes().click();
    expect(await main.wasAsked('reviewing.approveMany')).toEqual([
      { jobs: [{ jobId: green.jobId, basedOn: 4 }] },
    ]);
  });

  test('names each job that it leaves out', async () => {
    await askAbout(green, forced, approved);
    await expect.element(dialog().getByText('M-BX 1002')).toBeVisible();
    await expect.element(dialog().getByText('M-BX 1003')).toBeVisible();
    await expect.element(dialog().getByText('M-BX 1001')).not.toBeInTheDocument();
  });

  test('offers no approval where none of them is green', async () => {
    await askAbout(forced, approved);
    await expect.element(dialog().getByText('M-BX 1002')).toBeVisible();
    await expect.element(yes()).not.toBeInTheDocument();
  });

  test('keeps the dialog open with the job that was refused meanwhile', async () => {
    await askAbout(green);
    main.answer({
      'reviewing.approveMany': () => ({
        outcomes: [{ kind: 'not-green', jobId: green.jobId, checks: ['box'] }],
      }),
    });
    await yes().click();
    await expect.element(dialog().getByText('M-BX 1001')).toBeVisible();
    await expect.element(yes()).not.toBeInTheDocument();
  });
});

describe('approving more jobs than one call takes', () => {
  const many = Array.from({ length: MOST_APPROVED_AT_ONCE + 2 }, (_, index) => row(index + 1));
  const written = (jobs: readonly { readonly jobId: JobId }[]) => ({
    outcomes: jobs.map(({ jobId }) => ({ kind: 'written' as const, jobId, review: REVIEW })),
  });
  const asked = (rows: readonly (typeof green)[]) => ({
    jobs: rows.map(({ jobId, review }) => ({ jobId, basedOn: review.revision })),
  });
  const first = many.slice(0, MOST_APPROVED_AT_ONCE);

  test('asks in several calls and counts all of them', async () => {
    await askAbout(...many);
    main.answer({ 'reviewing.approveMany': ({ jobs }) => written(jobs) });
    await yes().click();
    await expect.element(dialog().getByText(`${many.length} jobs were approved.`)).toBeVisible();
    expect(main.asked('reviewing.approveMany')).toEqual([
      asked(first),
      asked(many.slice(MOST_APPROVED_AT_ONCE)),
    ]);
  });

  test('names the jobs that it did not reach after a stop', async () => {
    await askAbout(...many);
    const answer = Promise.withResolvers<ReturnType<typeof written>>();
    main.answer({ 'reviewing.approveMany': () => answer.promise });
    await yes().click();
    await expect.element(dialog().getByText(`Checked: 0 of ${many.length}`)).toBeVisible();
    await dialog().getByRole('button', { name: 'Stop' }).click();
    answer.resolve(written(first));
    await expect.element(dialog().getByText(`${MOST_APPROVED_AT_ONCE} jobs were approved.`)).toBeVisible();
    expect(dialog().getByText('Not reached: it stays as it was').elements()).toHaveLength(2);
    expect(main.asked('reviewing.approveMany')).toEqual([asked(first)]);
  });

  test('stops where main refuses the next call, and says why', async () => {
    await askAbout(...many);
    main.answer({
      'reviewing.approveMany': ({ jobs }) => {
        if (jobs.length < MOST_APPROVED_AT_ONCE)
          throw new ProblemError(makeProblem('role-supervisor-needed'));
        return written(jobs);
      },
    });
    await yes().click();
    await expect.element(dialog().getByText(`${MOST_APPROVED_AT_ONCE} jobs were approved.`)).toBeVisible();
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    expect(dialog().getByText('Not reached: it stays as it was').elements()).toHaveLength(2);
  });
});

async function openTable(): Promise<void> {
  await openWindow(
    { screen: 'installations', part: 'table', view: '' },
    'Installations',
    boardOf([green, forced]),
  );
  await expect.element(page.getByText('M-BX 1001')).toBeVisible();
}

describe('rows after a commit', () => {
  beforeEach(openTable);

  test('shows the rows that the commit changed', async () => {
    main.answer(boardOf([green, { ...forced, plate: 'M-BX 7777' }]));
    main.announce('supervision');
    await expect.element(page.getByText('M-BX 7777')).toBeVisible();
    await expect.element(page.getByText('M-BX 1002')).not.toBeInTheDocument();
  });

  test('stay as they are when the commit concerns something else', async () => {
    await expect.poll(() => main.asked('supervision.installations').length).toBeGreaterThan(0);
    const before = main.asked('supervision.installations').length;
    const preferencesBefore = main.asked('app.preferences').length;
    main.announce('readings', 'preferences');
    expect(main.asked('app.preferences').length).toBeGreaterThan(preferencesBefore);
    expect(main.asked('supervision.installations')).toHaveLength(before);
  });
});
