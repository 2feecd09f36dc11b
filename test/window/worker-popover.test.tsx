import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultPreferences } from '../../shared/domain/settings.ts';
import { personId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const question = () => page.getByRole('heading', { name: 'Who is working?' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const person = {
  id: personId.parse('019ab000-0000-7000-8000-000000000001'),
  name: 'First Tester',
  hasPin: false,
  hasBadge: false,
};

/** Home of a laptop at which no worker is set. */
async function openHome(answers: Answers = {}): Promise<void> {
  main.answer({
    'app.preferences': () => ({ ...defaultPreferences, theme: 'light' }),
    'people.list': () => ({ people: [person] }),
    ...answers,
  });
  main.announce('preferences', 'people');
  await openWindow({ screen: 'home' }, /./);
  await expect.element(question()).toBeVisible();
}

test('asks by itself while no worker is set, until it is declined', async () => {
  await openHome();
  await userEvent.keyboard('{Escape}');
  await expect.element(question()).not.toBeInTheDocument();
  await button('Who is working?').click();
  await expect.element(question()).toBeVisible();
  await button('Who is working?').click();
  await expect.element(question()).not.toBeInTheDocument();
});

test('stays open during the sign-in, and shows its refusal', async () => {
  const signedIn = Promise.withResolvers<never>();
  await openHome({ 'people.signIn': () => signedIn.promise });
  await button('First Tester').click();
  await main.wasAsked('people.signIn');
  await userEvent.keyboard('{Escape}');
  signedIn.reject(new ProblemError(makeProblem('changed-since-shown')));
  await expect.element(page.getByText(/This has changed since it was shown to you/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question()).not.toBeInTheDocument();
});
