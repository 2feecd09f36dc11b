import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { App } from '../../../renderer/app/App.tsx';
import { hashOf, type Route } from '../../../renderer/navigation/route.ts';
import { createWindowTexts } from '../../../renderer/i18n/i18n.ts';
import type { Answers } from './stand-in.ts';
import { main } from './main-process.ts';

const texts = createWindowTexts('en');

let opened: { readonly root: Root; readonly element: HTMLElement } | null = null;

/**
 * Opens the whole window at a place (null: none, as at a start) and waits for the screen's title. `answers` are added to those of a laptop at rest.
 */
export async function openWindow(
  place: Route | null,
  title: string | RegExp,
  answers: Answers = {},
): Promise<void> {
  if (opened !== null) throw new Error('the window is open');
  main.answer(answers);
  window.history.replaceState(
    null,
    '',
    place === null ? window.location.pathname + window.location.search : hashOf(place),
  );
  const element = document.createElement('div');
  element.id = 'root';
  document.body.append(element);
  opened = { root: createRoot(element), element };
  opened.root.render(
    <StrictMode>
      <App texts={await texts} />
    </StrictMode>,
  );
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Takes the window out of the page, with the dialogs that stand beside it. */
export function closeWindow(): void {
  opened?.root.unmount();
  opened?.element.remove();
  opened = null;
}
