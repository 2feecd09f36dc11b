import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { row } from '../unit/supervision-exports/rows.ts';
import { boardOf } from './page/board.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

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
        outcomes: [{ kind: 'written', jobId: green.jobId, review: '019ab000-0000-7000-8000-000000000077' }],
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
