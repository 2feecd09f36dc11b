import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';

/** The dialog in front. */
export const dialog = () => page.getByRole('dialog');

/** Waits for a dialog and puts the focus on its close button: a field would take the keys for itself. */
export async function focusCloseButton(): Promise<void> {
  const close = dialog().getByRole('button', { name: 'Close' }).first();
  await expect.element(close).toBeVisible();
  close.element().focus();
}

/** Presses keys under a dialog, closes it, and waits until nothing is in front of the page: what the keys did has happened. */
export async function pressUnderDialog(keys: string): Promise<void> {
  await focusCloseButton();
  await userEvent.keyboard(keys);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
}
