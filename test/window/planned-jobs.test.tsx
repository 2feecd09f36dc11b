import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { plannedJobView, type PlannedJobView } from '../../shared/domain/planned-work.ts';
import { jobId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { uuid } from '../integration/relay/uuid.ts';
import { openWindow } from './page/open-window.tsx';
import { plannedView } from './page/planned.ts';
import type { Answers } from './page/stand-in.ts';

const day = (...plannedJobs: PlannedJobView[]): Answers => ({ 'planning.list': () => ({ plannedJobs }) });
const open = (answers: Answers) => openWindow({ screen: 'home' }, /Bay 3 Tester/, answers);

describe('the jobs that the office planned', () => {
  test('stand on Home in their order, and the first free one is the primary act', async () => {
    const taken = {
      laptop: 'Munich / Bay 2',
      worker: 'Jo',
      at: 1,
      own: false,
      act: 'begun',
      reason: '',
      signature: 'verified',
    } as const;
    await open(
      day(
        plannedView(1, 'M-AA 1', { state: 'begun', holder: taken }),
        plannedView(2, 'M-AA 2'),
        plannedView(3, 'M-AA 3'),
      ),
    );
    await expect.element(page.getByText(/“Munich \/ Bay 2” has it/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Begin M-AA 1' })).not.toBeInTheDocument();
    const filled = page.getByRole('button', { name: 'Begin M-AA 2' });
    await expect.element(filled).toHaveAttribute('data-variant', 'filled');
    await expect
      .element(page.getByRole('button', { name: 'Begin M-AA 3' }))
      .toHaveAttribute('data-variant', 'default');
  });

  test('that another laptop refused or cancelled can be begun after all others', async () => {
    const said = (own: boolean, act: 'refused' | 'cancelled') => ({
      state: act,
      holder: {
        laptop: 'Munich / Bay 2',
        worker: 'Jo',
        at: 1,
        own,
        act,
        reason: 'No key',
        signature: 'verified',
      },
    });
    await open(
      day(
        plannedView(1, 'M-AA 1', said(false, 'refused')),
        plannedView(2, 'M-AA 2', said(true, 'cancelled')),
        plannedView(3, 'M-AA 3', said(true, 'refused')),
        plannedView(4, 'M-AA 4'),
      ),
    );
    for (const plate of ['M-AA 1', 'M-AA 2', 'M-AA 3']) {
      await expect
        .element(page.getByRole('button', { name: `Begin ${plate}` }))
        .toHaveAttribute('data-variant', 'default');
    }
    await expect
      .element(page.getByRole('button', { name: 'Begin M-AA 4' }))
      .toHaveAttribute('data-variant', 'filled');
    await expect.element(page.getByRole('button', { name: 'Refuse M-AA 3' })).not.toBeInTheDocument();
  });

  test('show how far the day is, without the jobs of other laptops', async () => {
    const job = (n: number) => jobId.parse(uuid('a', n));
    const other = {
      laptop: 'Munich / Bay 2',
      worker: 'Jo',
      at: 1,
      own: false,
      act: 'begun',
      reason: '',
      signature: 'verified',
    };
    await open(
      day(
        plannedView(1, 'M-AA 1', { state: 'done', job: job(1) }),
        plannedView(2, 'M-AA 2', { state: 'waiting', job: job(2) }),
        plannedView(3, 'M-AA 3'),
        plannedView(4, 'M-AA 4', { state: 'begun', holder: other }),
        plannedView(5, 'M-AA 5', { state: 'withdrawn', withdrawn: 'Sold' }),
      ),
    );
    const today = page.getByRole('region', { name: 'Planned for today' });
    await expect.element(today.getByText('1 of 3 done, 1 waiting for confirmation')).toBeVisible();
    // The plan's next car is the primary act, not a new installation.
    await expect
      .element(page.getByRole('button', { name: /New installation/ }))
      .not.toHaveAttribute('data-first');
  });

  test('are done when the last one is', async () => {
    await open(day(plannedView(1, 'M-AA 1', { state: 'done', job: jobId.parse(uuid('a', 1)) })));
    await expect.element(page.getByText('All cars that were planned for today are done.')).toBeVisible();
    await expect
      .element(page.getByRole('button', { name: /New installation/ }))
      .toHaveAttribute('data-first');
  });

  test('begin with a letter', async () => {
    const begun: unknown[] = [];
    await open({
      ...day(plannedView(1, 'M-AA 1', { state: 'refused' }), plannedView(2, 'M-AA 2')),
      'planning.begin': (input) => {
        begun.push(input);
        throw new ProblemError(makeProblem('planned-job-taken', { laptop: 'Munich / Bay 2' }));
      },
    });
    await expect.element(page.getByRole('button', { name: 'Begin M-AA 2' })).toBeVisible();
    await userEvent.keyboard('b');
    await expect.element(page.getByText('“Munich / Bay 2” has this planned job.')).toBeVisible();
    expect(begun).toEqual([{ id: uuid('e', 2), series: null }]);
  });

  test('say which laptop has one that was begun elsewhere a moment ago', async () => {
    await open({
      ...day(plannedView(1, 'M-AA 1')),
      'planning.begin': () => {
        throw new ProblemError(makeProblem('planned-job-taken', { laptop: 'Munich / Bay 2' }));
      },
    });
    await page.getByRole('button', { name: 'Begin M-AA 1' }).click();
    await expect.element(page.getByText('“Munich / Bay 2” has this planned job.')).toBeVisible();
  });

  test('are refused with a reason only', async () => {
    const said: unknown[] = [];
    await open({
      ...day(plannedView(1, 'M-AA 1')),
      'planning.answer': (input) => {
        said.push(input);
        return {};
      },
    });
    await page.getByRole('button', { name: 'Refuse M-AA 1' }).click();
    const act = page.getByRole('dialog').getByRole('button', { name: 'Refuse' });
    await expect.element(act).toBeDisabled();
    await page.getByLabelText('Reason').fill('The key is missing');
    await act.click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(said).toEqual([{ id: uuid('e', 1), act: 'refused', reason: 'The key is missing' }]);
  });

  test('show the changes of the office in one that was begun, and another laptop that began it', async () => {
    const other = { laptop: 'Munich / Bay 2', worker: 'Jo', at: 1, signature: 'wrong' };
    const begun = { state: 'begun', job: uuid('a', 1), changed: ['note', 'keyPlace'], alsoBegun: [other] };
    await open(day(plannedJobView.parse({ ...plannedView(1, 'M-AA 1'), ...begun })));
    await expect.element(page.getByText('Changed by the office: note, place of the key')).toBeVisible();
    await expect.element(page.getByText(/has begun this job as well/)).toBeVisible();
    await expect
      .element(page.getByText(/signature of the laptop “Munich \/ Bay 2” does not fit this state/))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Noted' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Continue M-AA 1' })).toBeVisible();
  });

  test('of earlier days stand above those of today with their day: overdue, or begun and not finished', async () => {
    const earlier = (n: number, plate: string, changes: Partial<PlannedJobView> = {}) =>
      plannedView(n, plate, { work: { ...plannedView(n, plate).work, day: '2026-01-05' }, ...changes });
    const begun = { state: 'begun', job: jobId.parse(uuid('a', 2)) } as const;
    await open(
      day(
        earlier(1, 'M-AA 1'),
        earlier(2, 'M-AA 2', begun),
        earlier(3, 'M-AA 3', { ...begun, state: 'waiting' }),
        plannedView(4, 'M-AA 4'),
        plannedView(5, 'M-AA 5', begun),
      ),
    );
    const left = page.getByRole('region', { name: /Left from earlier days/ });
    await expect.element(left.getByText('Overdue')).toBeVisible();
    await expect.element(left.getByText(/2026/).first()).toBeVisible();
    await expect.element(left.getByRole('link', { name: 'Continue M-AA 2' })).toBeVisible();
    expect(left.getByRole('listitem').elements()).toHaveLength(2);
    await expect
      .element(left.getByRole('button', { name: 'Begin M-AA 1' }))
      .toHaveAttribute('data-variant', 'default');
    await expect
      .element(page.getByRole('button', { name: 'Begin M-AA 4' }))
      .toHaveAttribute('data-variant', 'filled');
    await expect.element(page.getByRole('link', { name: 'Continue M-AA 5' })).not.toBeInTheDocument();
  });

  test('of an earlier day are the primary act once none of today is left', async () => {
    await open(
      day(plannedView(1, 'M-AA 1', { work: { ...plannedView(1, 'M-AA 1').work, day: '2026-01-05' } })),
    );
    await expect
      .element(page.getByRole('button', { name: 'Begin M-AA 1' }))
      .toHaveAttribute('data-variant', 'filled');
    await expect.element(page.getByText('Planned for today')).not.toBeInTheDocument();
  });

  test('that no supervisor signed offer no beginning', async () => {
    await open(day(plannedView(1, 'M-AA 1', { counts: false, signature: 'unsigned' })));
    await expect.element(page.getByText(/not signed by a supervisor/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Begin M-AA 1' })).not.toBeInTheDocument();
  });
});
