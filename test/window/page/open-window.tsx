import { type ReactNode, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { App, ThemeProvider } from '../../../renderer/app/App.tsx';
import { hashOf, type Route } from '../../../renderer/navigation/route.ts';
import { createWindowTexts } from '../../../renderer/i18n/i18n.ts';
import type { Answers } from './stand-in.ts';
import { main } from './main-process.ts';

/** The texts of everything that these pages show: the last created ones are the global ones, and a page runs many files. */
export const windowTexts = createWindowTexts('en');

let opened: { readonly root: Root; readonly element: HTMLElement } | null = null;

/**
 * Opens the whole window at a place (null: none, as at a start) and waits for the screen's title. `answers` are added to those of a laptop at rest.
 */
export async function openWindow(
  place: Route | null,
  title: string | RegExp,
  answers: Answers = {},
): Promise<void> {
  main.answer(answers);
  window.history.replaceState(
    null,
    '',
    place === null ? window.location.pathname + window.location.search : hashOf(place),
  );
  mount(
    <StrictMode>
      <App texts={await windowTexts} />
    </StrictMode>,
  );
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Shows a part of the window alone, and returns the element around it. */
export async function showPart(part: ReactNode, scheme: 'light' | 'dark' = 'light'): Promise<HTMLElement> {
  return mount(
    <I18nextProvider i18n={await windowTexts}>
      <ThemeProvider scheme={scheme}>{part}</ThemeProvider>
    </I18nextProvider>,
  );
}

function mount(content: ReactNode): HTMLElement {
  if (opened !== null) throw new Error('the window is open');
  const element = document.createElement('div');
  element.id = 'root';
  document.body.append(element);
  opened = { root: createRoot(element), element };
  opened.root.render(content);
  return element;
}

/** Takes the window out of the page, with the dialogs that stand beside it. */
export function closeWindow(): void {
  opened?.root.unmount();
  opened?.element.remove();
  opened = null;
}
