import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { operationAction } from '../../shared/domain/operation-commands.ts';
import { row } from '../unit/supervision-exports/rows.ts';
import { boardOf } from './page/board.ts';
import { dialog, pressUnderDialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { operation, queueOf } from './page/operations.ts';

const openHelp = () => page.getByRole('button', { name: 'Keys', exact: true }).click();

async function openQueue(): Promise<void> {
  await openWindow({ screen: 'queue', show: 'open', operation }, 'Queue', queueOf(operationAction.options));
  await expect.element(page.getByRole('button', { name: /Send again/ })).toBeVisible();
}

describe('in the Queue', () => {
  beforeEach(openQueue);

  test('? opens no second dialog over that of an act', async () => {
    await page.getByRole('button', { name: 'Give up', exact: true }).click();
    await pressUnderDialog('{Shift>}?{/Shift}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('/ counts with Shift too: a German keyboard has it on the 7', async () => {
    const event = { key: '/', code: 'Digit7', shiftKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', event));
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
  });

  test('a letter with Shift, Alt or Ctrl is no shortcut', async () => {
    await userEvent.keyboard('{Shift>}T{/Shift}{Alt>}t{/Alt}{Control>}h{/Control}');
    await userEvent.keyboard('/');
    await expect.element(page.getByRole('searchbox')).toHaveFocus();
    expect(main.asked('queue.tryNow')).toEqual([]);
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('keys are characters in a field, and Ctrl+K is not', async () => {
    await page.getByRole('searchbox').fill('M');
    await userEvent.keyboard('/t');
    await expect.element(page.getByRole('searchbox')).toHaveValue('M/t');
    expect(main.asked('queue.tryNow')).toEqual([]);
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(dialog()).toBeVisible();
  });

  test('Escape closes the dialog in front and leaves the operation open', async () => {
    await openHelp();
    await pressUnderDialog('{Shift}');
    expect(window.location.hash).toBe(`#/queue/open/${operation}`);
  });

  test('Ctrl+K closes the search that it has opened', async () => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(dialog().getByRole('combobox')).toHaveFocus();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });
});

describe('on the page of a job', () => {
  test('the arrows go through the photos around, and A approves nothing behind them', async () => {
    await openWindow({ screen: 'installation', jobId: row(1).jobId, view: '' }, /Vito/, boardOf([row(1)]));
    await page.getByRole('button', { name: 'Show large: Photo a' }).first().click();
    const expected = [
      ['{ArrowRight}', 'Photo b'],
      ['{ArrowRight}', 'Photo a'],
      ['{ArrowLeft}', 'Photo b'],
      ['{ArrowLeft}', 'Photo a'],
    ] as const;
    for (const [key, name] of expected) {
      await userEvent.keyboard(key);
      await expect.element(dialog()).toHaveAccessibleName(name);
    }
    await pressUnderDialog('a');
    expect(main.asked('reviewing.review')).toEqual([]);
  });
});
