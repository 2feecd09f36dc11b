import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { jobSummary } from '../../shared/domain/job.ts';
import { van } from './page/car.ts';
import { newInstallation } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { line } from './page/operations.ts';
import type { Answers } from './page/stand-in.ts';

describe('rows of the Queue after a commit', () => {
  const other = {
    ...line,
    seq: 2,
    id: '019ab000-0000-7000-8000-000000000002',
    sentence: { key: 'operations.install', params: { serial: '009999999', car: 'M BX 1043' } },
  };
  const queue = (...lines: (typeof line)[]): Answers => ({
    'queue.order': () => ({ seqs: lines.map(({ seq }) => seq), lines }),
    'queue.lines': ({ seqs }) => ({ lines: lines.filter(({ seq }) => seqs.includes(seq)) }),
  });
  const open = async (...lines: (typeof line)[]) => {
    await openWindow({ screen: 'queue', show: 'open', operation: null }, 'Queue', queue(...lines));
    // A pointer over the list holds its rows, and another test may have left it there.
    await page.getByRole('heading', { level: 1 }).hover();
  };
  const option = (name: RegExp) => page.getByRole('option', { name });

  test('show an operation that was added', async () => {
    await open(line);
    await expect.element(option(/M BX 1042/)).toBeVisible();
    main.answer(queue(line, other));
    main.announce('queue');
    await expect.element(option(/M BX 1043/)).toBeVisible();
  });

  test('no longer show one that has ended', async () => {
    await open(line, other);
    await expect.element(option(/M BX 1042/)).toBeVisible();
    main.answer(queue(other));
    main.announce('queue');
    await expect.element(option(/M BX 1042/)).not.toBeInTheDocument();
    await expect.element(option(/M BX 1043/)).toBeVisible();
  });

  test('show another state of the same operation', async () => {
    await open(line);
    await expect.element(option(/Needs a decision|Blocked|Needs you/)).toBeVisible();
    main.answer(queue({ ...line, state: 'sending', group: 'on-their-way' }));
    main.announce('queue');
    await expect.element(option(/Needs a decision|Blocked|Needs you/)).not.toBeInTheDocument();
    await expect.element(option(/M BX 1042/)).toBeVisible();
  });
});

describe('jobs on Home after a commit', () => {
  const job = (number: number, changes: object = {}) =>
    jobSummary.parse({ ...newInstallation(number, { car: van }), ...changes });
  const list = (...jobs: ReturnType<typeof job>[]): Answers => ({ 'jobs.list': () => ({ jobs }) });
  const plate = (name: string) => page.getByRole('article').filter({ hasText: name });

  test('show a job that was begun, and no longer one that was discarded', async () => {
    await openWindow({ screen: 'home' }, /Bay 3 Tester/, list(job(501)));
    await expect.element(plate('M BX 1042')).toBeVisible();
    main.answer(list(job(502, { car: { ...van, licensePlate: 'M BX 1043' } })));
    main.announce('jobs');
    await expect.element(plate('M BX 1043')).toBeVisible();
    await expect.element(plate('M BX 1042')).not.toBeInTheDocument();
  });
});
