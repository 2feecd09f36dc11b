import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { personId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { operation, queueOf } from './page/operations.ts';
import type { Answers } from './page/stand-in.ts';

const refused = new ProblemError(makeProblem('step-not-ready'));
const refusal = (within: ReturnType<typeof page.getByRole>) =>
  within.getByText(/not possible yet, or not any more/);
const dialog = (name: string) => page.getByRole('dialog', { name });
const act = (name: string) => page.getByRole('button', { name, exact: true });

const person = (number: number, name: string) => ({
  id: personId.parse(`019ab000-0000-7000-8000-00000000000${number}`),
  name,
  hasPin: false,
  hasBadge: false,
});

async function openPeople(answers: Answers): Promise<void> {
  await openWindow({ screen: 'settings' }, 'Settings', {
    'log.state': () => ({ newest: null, task: null, verdict: null }),
    'removal.state': () => ({ task: null, findings: null, removed: null, received: [], sent: [] }),
    'directory.searchUsers': () => ({ rows: [], asOf: null }),
    'people.list': () => ({ people: [person(1, 'First Tester'), person(2, 'Second Tester')] }),
    ...answers,
  });
}

describe('while the call of a dialog is under way', () => {
  test('a form stays open, so that its refusal is shown', async () => {
    const answer = Promise.withResolvers<never>();
    await openPeople({ 'people.keep': () => answer.promise });
    await act('Change First Tester').click();
    const form = dialog('Change First Tester');
    await form.getByRole('button', { name: 'Save' }).click();
    await main.wasAsked('people.keep');
    await userEvent.keyboard('{Escape}');
    answer.reject(refused);
    await expect.element(refusal(form)).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(form).not.toBeInTheDocument();
  });

  test('the form of the worker stays open, so that its refusal is shown', async () => {
    const answer = Promise.withResolvers<never>();
    await openPeople({ 'people.list': () => ({ people: [] }), 'people.signIn': () => answer.promise });
    await act('Change').first().click();
    const form = dialog('Who is working?');
    await form.getByRole('textbox').fill('Bay 9');
    await userEvent.keyboard('{Enter}');
    await main.wasAsked('people.signIn');
    await expect.element(form.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    answer.reject(refused);
    await expect.element(refusal(form)).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(form).not.toBeInTheDocument();
  });

  test('a question stays open, so that its refusal is shown', async () => {
    const answer = Promise.withResolvers<never>();
    await openWindow({ screen: 'queue', show: 'open', operation }, 'Queue', {
      ...queueOf(['decide-done', 'cancel']),
      'queue.decide': () => answer.promise,
    });
    await page.getByRole('button', { name: /^It was done/ }).click();
    const question = dialog('Was it done?');
    await question.getByRole('button', { name: 'Yes, I am sure' }).click();
    await main.wasAsked('queue.decide');
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    answer.reject(refused);
    await expect.element(refusal(question)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
  });
});

test('the refusal for one person is not shown in the question about another one', async () => {
  await openPeople({
    'people.remove': () => {
      throw refused;
    },
  });
  await act('Remove First Tester').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from the list' }).click();
  await expect.element(refusal(page.getByRole('dialog'))).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await act('Remove Second Tester').click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(refusal(page.getByRole('dialog')).elements()).toEqual([]);
});
