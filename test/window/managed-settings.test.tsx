import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultPreferences } from '../../shared/domain/settings.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const FEED = 'https://updates.example/boxwright';
const upToDate = {
  version: '0.1.0',
  cannot: null,
  feed: FEED,
  step: { is: 'idle', checkedAt: null },
  problem: null,
} as const;
/** The other parts of Settings, with nothing in them. */
const settings: Answers = {
  'log.state': () => ({ newest: null, task: null, verdict: null }),
  'removal.state': () => ({ task: null, findings: null, removed: null, received: [], sent: [] }),
  'directory.searchUsers': () => ({ rows: [], asOf: null }),
  'updates.state': () => upToDate,
};
const SET = 'Set by your administrator';

test('an update server and a language that the administrator has set are shown and cannot be changed', async () => {
  await openWindow({ screen: 'settings' }, 'Settings', {
    ...settings,
    'connect.policy': () => ({ language: 'en', updates: FEED }),
  });
  const server = page.getByRole('textbox', { name: 'Update server' });
  await expect.element(server).toHaveValue(FEED);
  await expect.element(server).toHaveAttribute('readonly');
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await expect.element(page.getByRole('radio', { name: 'Deutsch' })).toBeDisabled();
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeEnabled();
  await expect.poll(() => page.getByText(SET).elements()).toHaveLength(2);
});

test('the tray and the start at login are switches, which an administrator may have set', async () => {
  await openWindow({ screen: 'settings' }, 'Settings', {
    ...settings,
    'connect.policy': () => ({ startsAtLogin: true }),
    'app.preferences': () => ({ ...defaultPreferences, startsAtLogin: true }),
    'app.changePreferences': (changes) => ({
      ...defaultPreferences,
      staysInTray: changes.staysInTray ?? false,
    }),
  });
  await expect.element(page.getByRole('switch', { name: 'Start when I sign in' })).toBeDisabled();
  await expect.element(page.getByRole('switch', { name: 'Start when I sign in' })).toBeChecked();
  await expect.element(page.getByText(SET)).toBeVisible();
  const tray = page.getByRole('switch', { name: 'Stay in the tray' }).element();
  if (tray instanceof HTMLElement) tray.focus();
  await userEvent.keyboard(' ');
  expect(await main.wasAsked('app.changePreferences')).toEqual([{ staysInTray: true }]);
  await expect.element(page.getByRole('switch', { name: 'Stay in the tray' })).toBeChecked();
});

test('without a policy both are for the person to choose', async () => {
  await openWindow({ screen: 'settings' }, 'Settings', settings);
  await expect.element(page.getByRole('textbox', { name: 'Update server' })).not.toHaveAttribute('readonly');
  await expect.element(page.getByRole('radio', { name: 'Deutsch' })).toBeEnabled();
  await expect.element(page.getByText(SET)).not.toBeInTheDocument();
});
