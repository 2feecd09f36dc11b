import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { operationId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { HOUR } from '../../shared/time.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { detailWith, operation, queueOf } from './page/operations.ts';

const dependant = (number: number, group: string, more = {}) => ({
  id: operationId.parse(`019ab000-0000-7000-8000-0000000000${number}`),
  state: 'held' as const,
  sentence: { key: 'operations.create-group', params: { group } },
  inDoubt: false,
  giveUpFrom: null,
  ...more,
});
const plain = dependant(11, 'First group');
const left = dependant(12, 'Second group', { inDoubt: true });

async function openDialog(action: 'cancel' | 'cancel-dependants', dependants: readonly (typeof plain)[]) {
  await openWindow({ screen: 'queue', show: 'open', operation }, 'Queue', {
    ...queueOf([]),
    'queue.detail': () => ({ ...detailWith([action]), dependants: [...dependants] }),
    'queue.cancel': () => {
      throw new ProblemError(makeProblem('changed-since-shown'));
    },
  });
  await page
    .getByRole('button', { name: /^Give (it )?up/ })
    .first()
    .click();
  return page.getByRole('dialog', { name: 'Give this up?' });
}

const maybe = /may already have reached the operator/;
/** The listed steps of which something may stay at the operator. */
const inDoubt = (dialog: ReturnType<typeof page.getByRole>) =>
  dialog
    .getByRole('listitem')
    .filter({ hasText: maybe })
    .elements()
    .map(({ firstChild }) => firstChild?.textContent);

test('steps that are given up too are named with what may stay of each at the operator', async () => {
  const dialog = await openDialog('cancel', [plain, left]);
  await expect.element(dialog.getByText(/2 more steps depend on it and will be held/)).toBeVisible();
  expect(dialog.getByText(maybe).elements()).toEqual([]);
  await dialog.getByRole('checkbox').click();
  await expect.element(dialog.getByText(/They will not be sent/)).toBeVisible();
  expect(dialog.getByText(/will be held/).elements()).toEqual([]);
  expect(inDoubt(dialog)).toEqual(['Create group Second group']);
  await dialog.getByRole('button', { name: 'Give up', exact: true }).click();
  expect(await main.wasAsked('queue.cancel')).toMatchObject([{ dependants: [plain.id, left.id] }]);
});

test('a test access that may still open the car says from when it can be given up', async () => {
  const dialog = await openDialog('cancel', [dependant(11, 'First', { giveUpFrom: Date.now() + HOUR })]);
  const yes = dialog.getByRole('button', { name: 'Give up', exact: true });
  await expect.element(yes).toBeEnabled();
  await dialog.getByRole('checkbox').click();
  await expect.element(dialog.getByText(/this test access may still open the car/)).toBeVisible();
  await expect.element(yes).toBeDisabled();
  await dialog.getByRole('checkbox').click();
  await yes.click();
  expect(await main.wasAsked('queue.cancel')).toMatchObject([{ dependants: null }]);
});

test('the steps of an ended one are named in the same way', async () => {
  const dialog = await openDialog('cancel-dependants', [plain, left]);
  await expect.element(dialog.getByText(/They will not be sent/)).toBeVisible();
  expect(inDoubt(dialog)).toEqual(['Create group Second group']);
});
