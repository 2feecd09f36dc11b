import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clearDraft } from '../../renderer/screens/connect/draft.ts';
import { statusWith } from './page/at-rest.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const answers: Answers = {
  'app.status': () => statusWith({ profile: null }),
  'connect.checkAddress': () => ({ clockOffsetMs: 0, connection: null }),
  'connect.checkLogin': () => ({}),
  'connect.customers': () => ({ customers: [{ id: 1, name: 'Example Fleet' }] }),
};
// The form outlives its screen.
beforeEach(clearDraft);

const field = (name: string | RegExp) => page.getByLabelText(name).first();
const act = (name: string | RegExp) => page.getByRole('button', { name }).last();

async function fillOperator(): Promise<void> {
  await openWindow({ screen: 'connect' }, /Connect/, answers);
  await field(/address/i).fill('https://operator.example');
  await field(/^API key/).fill('key');
  await field(/^User/).fill('user');
  await field(/^Password/).fill('password');
}

async function goToRelay(): Promise<void> {
  await fillOperator();
  await act(/^Test/).click();
  await act(/^Next/).click();
  await expect.element(page.getByRole('radio', { name: 'Example Fleet' })).toBeChecked();
  await act(/^Next/).click();
  await field(/relay/i).fill('https://relay.example');
  await field(/^Token/).fill('first');
}

describe('the operator', () => {
  test('brings the further field into view when it is opened, also without motion', async () => {
    await openWindow({ screen: 'connect' }, /Connect/, answers);
    await page.getByRole('button', { name: 'Advanced' }).click();
    await expect.element(field('Name of the key’s header')).toBeInViewport({ ratio: 1 });
  });

  test('changed while it is tested does not count as tested', async () => {
    const held = Promise.withResolvers<{ customers: { id: number; name: string }[] }>();
    await fillOperator();
    main.answer({ 'connect.customers': () => held.promise });
    await act(/^Test/).click();
    await main.wasAsked('connect.customers');
    await field(/^Password/).fill('another');
    held.resolve({ customers: [{ id: 1, name: 'Example Fleet' }] });
    await userEvent.keyboard('{Shift}');
    await expect.element(act(/^Test/)).toBeEnabled();
    await expect.element(page.getByRole('button', { name: /^Next/ })).not.toBeInTheDocument();
  });
});

describe('the relay', () => {
  test.each([
    ['token', /^Token/, 'second'],
    ['address', /relay/i, 'https://other.example'],
  ] as const)('with another %s than the one tested does not count as tested', async (_, label, typed) => {
    const held = Promise.withResolvers<{ name: string; role: 'supervisor'; connection: null }>();
    await goToRelay();
    main.answer({ 'connect.checkRelay': () => held.promise });
    await act(/^Test/).click();
    await main.wasAsked('connect.checkRelay');
    await field(label).fill(typed);
    held.resolve({ name: 'Bay 3', role: 'supervisor', connection: null });
    await userEvent.keyboard('{Shift}');
    await expect.element(act(/^Test/)).toBeEnabled();
    await expect.element(page.getByRole('button', { name: /^Save/ })).not.toBeInTheDocument();
  });

  test('that was tested as it stands is saved', async () => {
    await goToRelay();
    main.answer({ 'connect.checkRelay': () => ({ name: 'Bay 3', role: 'supervisor', connection: null }) });
    await act(/^Test/).click();
    await expect.element(act(/^Save/)).toBeEnabled();
  });
});
