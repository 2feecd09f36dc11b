import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ConnectedCustomer } from '../../shared/domain/status.ts';
import type { Route } from '../../renderer/navigation/route.ts';
import { row } from '../unit/supervision-exports/rows.ts';
import { NOW, statusWith } from './page/at-rest.ts';
import { boardOf } from './page/board.ts';
import { emptyCopies } from './page/car.ts';
import { connectedCustomer } from './page/customers.ts';
import { jobNumber, newInstallation } from './page/jobs.ts';
import { dialog } from './page/keys.ts';
import { openWindow } from './page/open-window.tsx';
import { inForce, publicationStatus } from './page/publications.ts';
import type { Answers } from './page/stand-in.ts';

const shown = connectedCustomer(1, 'Example Fleet', { isShown: true });
const several = [shown, connectedCustomer(2, 'Fleet South')];
const job = row(1);
const user = { id: 4, name: 'Bay 3 Tester', emailAddress: 'bay3@workshop.example' };

const answers: Answers = {
  ...emptyCopies,
  ...boardOf([job]),
  'jobs.get': () => newInstallation(1, { step: 'car' }),
  'queue.order': () => ({ seqs: [], lines: [] }),
  'queue.lines': () => ({ lines: [] }),
  'boxes.list': () => ({ boxes: [] }),
  'boxes.read': () => ({ boxes: [] }),
  'supervision.boxStock': () => ({ lines: [] }),
  'supervision.stockBoxes': () => ({ rows: [], total: 0 }),
  'directory.listUsers': () => ({ rows: [user], asOf: NOW }),
  'directory.searchUsers': () => ({ rows: [user], asOf: NOW }),
  'exports.state': () => ({ task: null, ended: null }),
  'publication.status': () => publicationStatus({ inForce: inForce() }),
  'publication.publish': () => publicationStatus({ inForce: inForce({ version: 4 }) }),
  'edits.saveDraft': () => ({}),
};
const open = (route: Route, customers: readonly ConnectedCustomer[] = several) =>
  openWindow(route, /.*/, {
    ...answers,
    'app.status': () => statusWith({ customers: [...customers] }),
  });
const named = () => page.getByRole('main').getByText('Customer: Example Fleet');

const pages: readonly (readonly [string, Route])[] = [
  ['a job', { screen: 'job', jobId: jobNumber(1) }],
  ['the queue', { screen: 'queue', show: 'open', operation: null }],
  ['the review of a job', { screen: 'installation', jobId: job.jobId, view: '' }],
  ['the table of all jobs', { screen: 'installations', part: 'table', view: '' }],
  ['the stock', { screen: 'installations', part: 'boxes', view: '' }],
  ['the Boxes of the laptop', { screen: 'boxes' }],
  ['the users', { screen: 'directory', section: 'users', id: null }],
  ['what is published', { screen: 'publish' }],
];

describe('the customer of a page', () => {
  test.each(pages)(
    'is named on the page of %s, in sight, where the laptop has several',
    async (_what, route) => {
      await open(route);
      await expect.element(named()).toBeInViewport();
    },
  );

  test.each(pages)('is not named on the page of %s where there is one', async (_what, route) => {
    await open(route, [shown]);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.getByText('Customer: Example Fleet').elements()).toEqual([]);
  });
});

describe('the customer of a dialog', () => {
  test('is named where something is sent for it', async () => {
    await open({ screen: 'directory', section: 'users', id: null });
    await page.getByRole('button', { name: 'Remove by e-mail address' }).click();
    await expect.element(dialog().getByText('Customer: Example Fleet')).toBeVisible();
  });

  test('is named by a question before an act', async () => {
    await open({ screen: 'publish' });
    await page.getByRole('textbox', { name: 'Sites' }).fill('Bonn');
    await page.getByRole('button', { name: 'Publish version 4' }).click();
    await expect.element(dialog().getByText('Customer: Example Fleet')).toBeVisible();
  });

  test('is not named on a laptop of one', async () => {
    await open({ screen: 'directory', section: 'users', id: null }, [shown]);
    await page.getByRole('button', { name: 'Remove by e-mail address' }).click();
    await expect.element(dialog().getByLabelText('E-mail address')).toBeVisible();
    expect(dialog().getByText('Customer: Example Fleet').elements()).toEqual([]);
  });
});
