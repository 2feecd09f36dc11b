import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultPreferences } from '../../shared/domain/settings.ts';
import { clearDraft } from '../../renderer/screens/connect/draft.ts';
import { statusWith } from './page/at-rest.ts';
import { dialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { queueOf } from './page/operations.ts';
import type { Answers } from './page/stand-in.ts';

const apiKey = () => page.getByLabelText(/^API key/).first();
const article = () => page.getByRole('article');
const entry = (name: string | RegExp) => dialog().getByRole('button', { name });
const isAt = (name: string) => expect.element(entry(name)).toHaveAttribute('aria-current', 'page');
const openQueue = (answers: Answers = {}, title = 'Queue') =>
  openWindow({ screen: 'queue', show: 'open', operation: null }, title, { ...queueOf([]), ...answers });

describe('F1', () => {
  test('opens the guides at the section of the screen, and closes them', async () => {
    await openQueue();
    await userEvent.keyboard('{F1}');
    await isAt('Jobs that need you');
    await expect
      .poll(() => {
        const heading = page.getByRole('heading', { name: 'Jobs that need you' }).element();
        return Math.round(
          heading.getBoundingClientRect().top - article().element().getBoundingClientRect().top,
        );
      })
      .toBeLessThan(40);
    await userEvent.keyboard('{F1}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('keeps typed text on the screen beneath', async () => {
    clearDraft();
    await openWindow({ screen: 'connect' }, /Connect/, { 'app.status': () => statusWith({ profile: null }) });
    await apiKey().fill('a key');
    await userEvent.keyboard('{F1}');
    await isAt('Connect this laptop');
    await userEvent.keyboard('{Escape}');
    await expect.element(apiKey()).toHaveValue('a key');
  });
});

test('main opens them for the menu', async () => {
  await openQueue();
  main.go({ screen: 'help' });
  await expect.element(entry('Jobs that need you')).toHaveAttribute('aria-current', 'page');
});

test('a search finds sections by their words, titles first, and leads there', async () => {
  await openQueue();
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByLabelText('Search the guides').fill('VERIFY');
  await expect.poll(() => dialog().getByRole('status').element().textContent).toMatch(/^[1-9]\d* places$/);
  await expect
    .poll(() => dialog().getByRole('list').getByRole('button').first().element().textContent)
    .toMatch(/^7\. Verify/);
  await page.getByLabelText('Search the guides').fill('no such words at all');
  await expect.element(dialog().getByRole('status')).toHaveTextContent('0 places');
  await page.getByLabelText('Search the guides').fill('states of an operation');
  await entry(/^States of an operation/).click();
  await expect.element(page.getByRole('columnheader', { name: 'next to act' })).toBeVisible();
});

test('a link leads to another guide, and a page that the window lacks is plain text', async () => {
  await openQueue();
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await entry('For supervisors').click();
  await article().getByRole('button', { name: 'risk score' }).click();
  await isAt('The risk score');
  await entry('For supervisors').click();
  await expect.poll(() => article().element().textContent).toContain('an export: installation log.');
  expect(article().getByRole('button', { name: 'installation log' }).elements()).toEqual([]);
  expect(article().getByRole('link').elements()).toEqual([]);
});

test('in another language one sentence says that the guides are in English', async () => {
  const german = { ...defaultPreferences, language: 'de' } as const;
  await openQueue({ 'app.preferences': () => german }, 'Vorgänge');
  await userEvent.keyboard('{F1}');
  await expect.element(dialog().getByText('Die Anleitungen gibt es nur auf Englisch.')).toBeVisible();
  await expect.element(article()).toHaveAttribute('lang', 'en');
});
