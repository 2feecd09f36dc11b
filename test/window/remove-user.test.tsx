import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { NOW } from './page/at-rest.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

const tester = { id: 4, name: 'Bay 3 Tester', emailAddress: 'Bay3@workshop.example' };

const openDialog = async () => {
  await openWindow({ screen: 'directory', section: 'users', id: null }, 'Users', {
    'directory.listUsers': () => ({ rows: [tester], asOf: NOW }),
    'directory.searchUsers': ({ text }) => ({
      rows: text.toLowerCase() === 'bay3@workshop.example' ? [tester] : [],
      asOf: NOW,
    }),
    'directory.user': () => tester,
    'directory.userAssignments': () => ({ state: 'read', rows: [], at: NOW }),
    'edits.removeUserByAddress': () => {
      throw new ProblemError(makeProblem('address-malformed'));
    },
  });
  await page.getByRole('button', { name: 'Remove by e-mail address' }).click();
  return page.getByLabelText('E-mail address');
};
const sent = () => main.asked('edits.removeUserByAddress');

test('an address that the list does not show is asked of the operator, without outer blanks', async () => {
  const field = await openDialog();
  await userEvent.type(field, ' left@workshop.example ');
  await page.getByRole('button', { name: 'Remove the user' }).click();
  await expect.poll(sent).toEqual([{ emailAddress: 'left@workshop.example' }]);
});

test('half an address is not sent', async () => {
  const field = await openDialog();
  await userEvent.type(field, 'left@');
  await page.getByRole('button', { name: 'Remove the user' }).click();
  await expect.element(page.getByText('Please type an e-mail address.')).toBeVisible();
  expect(sent()).toEqual([]);
});

test('the address of a listed user leads to that user, where the accesses are shown', async () => {
  const field = await openDialog();
  await userEvent.type(field, 'bay3@workshop.example');
  await expect.element(page.getByText(/Bay 3 Tester has this address/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the user' }).click();
  expect(sent()).toEqual([]);
  await page.getByRole('button', { name: 'Open Bay 3 Tester' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove from this customer' })).toBeVisible();
});
