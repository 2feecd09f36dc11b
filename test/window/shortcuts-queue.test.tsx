import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { actionKeys } from '../../renderer/screens/queue/action-keys.ts';
import { operationAction } from '../../shared/domain/steering.ts';
import { dialog, pressUnderDialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { operation, queueOf } from './page/operations.ts';

const openQueue = async () => {
  await openWindow({ screen: 'queue', show: 'open', operation }, 'Queue', queueOf(operationAction.options));
  await expect.element(page.getByRole('button', { name: /Send again/ })).toBeVisible();
};
const openHelp = () => page.getByRole('button', { name: 'Keys', exact: true }).click();

beforeEach(openQueue);

describe('T', () => {
  test('sends what waits now', async () => {
    await userEvent.keyboard('t');
    expect(await main.wasAsked('queue.tryNow')).toEqual([{}]);
  });

  test('sends nothing under a dialog', async () => {
    await openHelp();
    await pressUnderDialog('t');
    expect(main.asked('queue.tryNow')).toEqual([]);
  });
});

describe('the key of an act', () => {
  test.each(['retry', 'release'] as const)('%s asks for it at once', async (action) => {
    await userEvent.keyboard(actionKeys[action].toLowerCase());
    expect(await main.wasAsked(`queue.${action}`)).toEqual([
      { operationId: operation, seen: { state: 'blocked', attempts: 1, revision: 0 } },
    ]);
  });

  test.each(['retry', 'release'] as const)('%s asks for nothing under a dialog', async (action) => {
    await openHelp();
    await pressUnderDialog(actionKeys[action].toLowerCase());
    expect(main.asked(`queue.${action}`)).toEqual([]);
  });

  const asking = operationAction.options.filter((action) => action !== 'retry' && action !== 'release');

  test.each(asking)('%s opens its question', async (action) => {
    await userEvent.keyboard(actionKeys[action].toLowerCase());
    await expect.element(dialog()).toBeVisible();
  });

  test.each(asking)('%s opens no question under a dialog', async (action) => {
    await openHelp();
    await pressUnderDialog(actionKeys[action].toLowerCase());
    await expect.element(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  });
});

describe('?', () => {
  test('opens the help for the keys', async () => {
    await userEvent.keyboard('{Shift>}?{/Shift}');
    await expect.element(dialog()).toHaveAccessibleName('Keys');
  });

  test('opens no second dialog', async () => {
    await page.getByRole('button', { name: 'Give up', exact: true }).click();
    await pressUnderDialog('{Shift>}?{/Shift}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});

describe('/', () => {
  test('puts the focus into the search', async () => {
    await userEvent.keyboard('/');
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
  });

  test('counts with Shift too: a German keyboard has it on the 7', async () => {
    const event = { key: '/', code: 'Digit7', shiftKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', event));
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
  });

  test('leaves the focus in a dialog', async () => {
    await openHelp();
    await expect.element(dialog()).toBeVisible();
    const close = dialog().getByRole('button').first();
    close.element().focus();
    await userEvent.keyboard('/');
    await userEvent.keyboard('{Shift}');
    await expect.element(close).toHaveFocus();
  });

  test('is a character in a field', async () => {
    await page.getByRole('searchbox').fill('M');
    await userEvent.keyboard('/t');
    await expect.element(page.getByRole('searchbox')).toHaveValue('M/t');
    expect(main.asked('queue.tryNow')).toEqual([]);
  });
});

describe('Escape', () => {
  test('closes the operation', async () => {
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => window.location.hash).toBe('#/queue/open');
  });

  test('closes the dialog in front and leaves the operation open', async () => {
    await openHelp();
    await pressUnderDialog('{Shift}');
    expect(window.location.hash).toBe(`#/queue/open/${operation}`);
  });
});
