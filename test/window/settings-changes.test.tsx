import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { defaultPreferences, type Preferences } from '../../shared/domain/settings.ts';
import { type Assumptions, standardAssumptions } from '../../shared/operator/assumptions.ts';
import { personId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { accessOf } from './page/access-of.ts';
import { statusWith } from './page/at-rest.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

/** The other parts of Settings, with nothing in them. */
const settings: Answers = {
  'log.state': () => ({ newest: null, task: null, verdict: null }),
  'removal.state': () => ({ task: null, findings: null, removed: null, received: [], sent: [] }),
  'directory.searchUsers': () => ({ rows: [], asOf: null }),
};
const diskFull = new ProblemError(makeProblem('not-saved-disk-full'));

const open = (answers: Answers) =>
  openWindow({ screen: 'settings' }, 'Settings', { ...settings, ...answers });

/** Main answers a change when the test says so. */
function heldChange() {
  const held = Promise.withResolvers<Preferences>();
  return { answers: { 'app.changePreferences': () => held.promise } satisfies Answers, held };
}

test('a change of the work that is refused is reported in a sentence', async () => {
  await open({ 'app.changePreferences': () => Promise.reject(diskFull) });
  const tray = page.getByRole('switch', { name: 'Stay in the tray' });
  const element = tray.element();
  if (element instanceof HTMLElement) element.focus();
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('alert').getByText(/disk/i).first()).toBeInViewport();
  await expect.element(tray).not.toBeChecked();
});

test('a test length that is refused by the disk is not called a wrong number, and stays typed', async () => {
  await open({ 'app.changePreferences': () => Promise.reject(diskFull) });
  const minutes = page.getByRole('textbox', { name: 'Length of the test access' });
  await minutes.fill('45');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert').getByText(/disk/i).first()).toBeInViewport();
  await expect.element(minutes).toBeInViewport();
  await expect.element(minutes).toHaveValue('45');
  await expect.element(minutes).not.toHaveAttribute('aria-invalid', 'true');
});

test('a number that is typed while the one before is saved stays', async () => {
  const { answers, held } = heldChange();
  await open(answers);
  const minutes = page.getByRole('textbox', { name: 'Length of the test access' });
  await minutes.fill('45');
  await userEvent.keyboard('{Enter}');
  await main.wasAsked('app.changePreferences');
  await minutes.fill('60');
  held.resolve({ ...defaultPreferences, testMinutes: 45 });
  await expect.poll(() => main.asked('app.changePreferences')).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => main.asked('app.changePreferences'))
    .toEqual([{ testMinutes: 45 }, { testMinutes: 60 }]);
});

test('a setting of the scanner that is refused stays typed, with the reason', async () => {
  await open({ 'app.changePreferences': () => Promise.reject(diskFull) });
  await page.getByRole('button', { name: 'Fine tuning' }).click();
  const prefix = page.getByRole('textbox', { name: 'Before every code' });
  await prefix.fill('%');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert').getByText(/disk/i).first()).toBeVisible();
  await expect.element(prefix).toHaveValue('%');
});

test('an assumption that is typed while another one is saved stays', async () => {
  const held = Promise.withResolvers<void>();
  let values: Assumptions = standardAssumptions;
  await open({
    'connect.assumptions': () => ({ values, kept: true }),
    'connect.changeAssumptions': async (wanted) => {
      await held.promise;
      values = wanted;
      return { values, kept: true };
    },
  });
  await page.getByRole('button', { name: 'Names in this environment' }).click();
  const field = page.getByRole('textbox', { name: 'Field that names a product put into a group' });
  const path = page.getByRole('textbox', { name: 'Events of a car' });
  await field.fill('product_id');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await main.wasAsked('connect.changeAssumptions');
  await path.fill('/machines/{carId}/events');
  held.resolve();
  await expect.poll(() => values.groupProductField).toBe('product_id');
  main.announce('profile');
  await main.wasAsked('connect.assumptions', 2);
  await expect.element(path).toHaveValue('/machines/{carId}/events');
  await expect.element(field).toHaveValue('product_id');
});

test('an update server that is typed while another one is saved stays', async () => {
  const held = Promise.withResolvers<void>();
  let feed: string | null = null;
  const state = () => ({
    version: '0.1.0',
    cannot: null,
    feed,
    step: { is: 'idle', checkedAt: null } as const,
    problem: null,
  });
  await open({
    'updates.state': state,
    'updates.changeFeed': async (wanted) => {
      await held.promise;
      feed = wanted.feed === null ? null : `${wanted.feed}/`;
      return state();
    },
  });
  const server = page.getByRole('textbox', { name: 'Update server' });
  await server.fill('https://one.example');
  await userEvent.keyboard('{Enter}');
  await main.wasAsked('updates.changeFeed');
  await server.fill('https://two.example');
  held.resolve();
  await expect.poll(() => feed).toBe('https://one.example/');
  main.announce('updates');
  await main.wasAsked('updates.state', 2);
  await expect.element(server).toHaveValue('https://two.example');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => feed).toBe('https://two.example/');
  main.announce('updates');
  await expect.element(server).toHaveValue('https://two.example/');
});

test('a change of the scanner during another one keeps both', async () => {
  const { answers, held } = heldChange();
  await open(answers);
  await page.getByText('A pause', { exact: true }).click();
  await main.wasAsked('app.changePreferences');
  await page.getByRole('button', { name: 'Fine tuning' }).click();
  await page.getByRole('textbox', { name: 'Before every code' }).fill('%');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => main.asked('app.changePreferences'))
    .toEqual([{ scanner: { end: 'pause' } }, { scanner: { prefix: '%' } }]);
  held.resolve(defaultPreferences);
});

test('the key of the crew is not shown where the person hid it during the call', async () => {
  const held = Promise.withResolvers<{ readonly key: string }>();
  let calls = 0;
  await open({
    'rescue.status': () => ({ hasKey: true, others: 0 }),
    'rescue.showKey': () => ((calls += 1) === 1 ? { key: 'FIRST-KEY' } : held.promise),
  });
  const show = page.getByRole('button', { name: 'Show key' });
  await show.click();
  await expect.element(page.getByText('FIRST-KEY')).toBeVisible();
  await show.click();
  await main.wasAsked('rescue.showKey', 2);
  await page.getByRole('button', { name: 'Hide key' }).click();
  held.resolve({ key: 'LATE-KEY' });
  await page.getByRole('button', { name: 'Replace key' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(page.getByText('LATE-KEY').elements()).toEqual([]);
});

test('a PIN for the idle lock that is typed while another one is refused stays', async () => {
  const held = Promise.withResolvers<never>();
  const id = personId.parse('019ab000-0000-7000-8000-000000000001');
  await open({
    'people.list': () => ({ people: [{ id, name: 'Bay 3 Tester', hasPin: true, hasBadge: false }] }),
    'lock.state': () => ({ locked: false, minutes: 5, look: defaultPreferences }),
    'lock.change': () => held.promise,
    'lock.stillHere': () => ({}),
  });
  await page.getByText('Never', { exact: true }).click();
  const pin = page.getByLabelText('PIN', { exact: true });
  await pin.fill('1111');
  await userEvent.keyboard('{Enter}');
  await main.wasAsked('lock.change');
  await pin.fill('4711');
  held.reject(diskFull);
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expect.element(pin).toHaveValue('4711');
});

test('the key of the crew is not shown any more once the role may not read it', async () => {
  await open({
    'rescue.status': () => ({ hasKey: true, others: 0 }),
    'rescue.showKey': () => ({ key: 'FIRST-KEY' }),
  });
  await page.getByRole('button', { name: 'Show key' }).click();
  await expect.element(page.getByText('FIRST-KEY')).toBeVisible();
  main.answer({ 'app.status': () => statusWith({ access: accessOf('installer') }) });
  main.announce('status');
  await expect.element(page.getByText('FIRST-KEY')).not.toBeInTheDocument();
});
