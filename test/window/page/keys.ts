import { expect, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openDialog } from '../../../renderer/navigation/use-shortcuts.ts';

/** The dialog in front. */
export const dialog = () => page.getByRole('dialog');

/**
 * Puts the focus on the dialog itself: a field would take the keys for itself, and a button Enter. A dialog that has just opened
 * moves the focus to its first field in a task of its own, so the focus counts once it has stayed for two frames.
 */
async function focusDialog(): Promise<void> {
  await vi.waitFor(async () => {
    const front = openDialog();
    if (!(front instanceof HTMLElement)) throw new Error('no dialog takes the focus');
    front.focus();
    await nextFrame();
    await nextFrame();
    if (document.activeElement !== front) throw new Error('the dialog does not keep the focus');
  });
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Presses keys under a dialog, closes it, and waits until nothing is in front of the page: what the keys did has happened. Of
 * Escape the one that closes the dialog is meant.
 */
export async function pressUnderDialog(keys: string): Promise<void> {
  await focusDialog();
  if (keys !== '{Escape}') await userEvent.keyboard(keys);
  await userEvent.keyboard('{Escape}');
  await expect.poll(openDialog).toBeNull();
}
