import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type JobSummary, jobSummary } from '../../shared/domain/job.ts';
import { NOW, statusWith } from './page/at-rest.ts';
import { approved, jobNumber, newInstallation } from './page/jobs.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

type Needing = ReturnType<typeof statusWith>['queue']['needPersonByJob'];

/** The queue with operations that need a person, by job. */
const troubled = (...needPersonByJob: Needing): Answers => {
  const needPerson = needPersonByJob.reduce((sum, { count }) => sum + count, 0);
  const queue = { unfinished: 1, needPerson, needPersonByJob, onTheirWay: 0, waiting: 0, awaitingResult: 0 };
  return { 'app.status': () => statusWith({ queue }), 'queue.order': () => ({ seqs: [], lines: [] }) };
};
const jobs = (status: 'needs-person' | 'done'): Answers => ({
  'jobs.list': () => ({ jobs: [jobSummary.parse({ ...newInstallation(1), status })] }),
});
const needsYou = page.getByRole('heading', { name: /Needs you/ });

describe('an operation that needs a person and is shown with no job', () => {
  test('stands on Home under "Needs you", with the way to it', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, troubled({ job: null, count: 1 }));
    await expect.element(needsYou).toBeVisible();
    await page.getByRole('link', { name: 'Open the queue' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  });

  test('stands there also while a job needs one', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, {
      ...troubled({ job: jobNumber(1), count: 2 }, { job: null, count: 1 }),
      ...jobs('needs-person'),
    });
    await expect.element(page.getByText('1 operation in the queue needs you.')).toBeVisible();
    await expect.element(needsYou).toHaveTextContent('Needs you2');
    await expect.element(page.getByRole('link', { name: 'Open the queue' })).toBeVisible();
  });

  test('stands there where its job is shown among the finished ones', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, {
      ...troubled({ job: jobNumber(1), count: 1 }),
      ...jobs('done'),
    });
    await expect.element(page.getByText('1 operation in the queue needs you.')).toBeVisible();
  });

  test('is not shown twice where the job that needs a person is shown', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, {
      ...troubled({ job: jobNumber(1), count: 1 }),
      ...jobs('needs-person'),
    });
    await expect.element(needsYou).toBeVisible();
    await expect.element(page.getByText(/in the queue needs you/)).not.toBeInTheDocument();
  });

  test('is not there while nothing needs one', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/);
    await expect.element(page.getByText('Your cars appear here')).toBeVisible();
    await expect.element(needsYou).not.toBeInTheDocument();
  });
});

describe('a finished job', () => {
  const unproven = { state: 'unproven', why: 'not-opened', handedOver: 'The antenna is on order' } as const;

  /** Its own day is over: among the jobs that are done it would not be shown. */
  const finished = (changes: Partial<JobSummary>): Answers => ({
    'jobs.list': () => ({
      jobs: [
        jobSummary.parse({
          ...newInstallation(1),
          status: 'waiting-for-result',
          finishedAt: NOW,
          ...changes,
        }),
      ],
    }),
  });

  test.each([
    ['whose car is not proven', 'Test again', { proof: unproven }],
    ['whose car is proven', 'Open', { proof: { state: 'proven' } }],
    ['that was approved as it is', 'Open', { proof: unproven, review: approved }],
    ['that another laptop goes on with', 'Open', { proof: unproven, handedOver: true }],
  ] as const)('%s has “%s” on its card', async (_name, action, changes) => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, finished(changes));
    await expect.element(page.getByRole('link', { name: new RegExp(`^${action}`) })).toBeVisible();
  });
});
