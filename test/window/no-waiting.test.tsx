import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { row } from '../unit/supervision-exports/rows.ts';
import { boardOf } from './page/board.ts';
import { main } from './page/main-process.ts';
import type { Answers } from './page/stand-in.ts';
import { openWindow } from './page/open-window.tsx';
import { line } from './page/operations.ts';

const title = () => document.querySelector('main h1')?.textContent;
const link = (name: string) => page.getByRole('link', { name }).element();
const pressed = (target: Element, keys: MouseEventInit) =>
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }));

describe('a screen', () => {
  const queue: Answers = {
    'queue.order': () => ({ seqs: [line.seq], lines: [line] }),
    'queue.lines': () => ({ lines: [line] }),
  };
  const home = () => openWindow({ screen: 'home' }, /Bay 3 Tester/, queue);

  test('opens within the tap on its link, without another task or frame', async () => {
    // The part of the window that has the screen is loaded with the first visit.
    await openWindow({ screen: 'queue', show: 'open', operation: null }, 'Queue', queue);
    pressed(link('Home'), {});
    await expect.poll(title).toMatch(/Bay 3 Tester/);
    pressed(link('Queue'), {});
    // React renders in a microtask; the browser would announce the new address in a later task.
    await Promise.resolve();
    expect(title()).toBe('Queue');
    expect(window.location.hash).toBe('#/queue/open');
  });

  test('is the one before after Back', async () => {
    await home();
    pressed(link('Queue'), {});
    window.history.back();
    await expect.element(page.getByRole('heading', { level: 1, name: /Bay 3 Tester/ })).toBeVisible();
  });

  test('stays in the history once where its own link is tapped', async () => {
    await home();
    window.history.replaceState('the entry', '');
    pressed(link('Home'), {});
    expect(window.history.state).toBe('the entry');
  });

  test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'is left to the browser with %o',
    async (keys) => {
      await home();
      let isLeft: boolean | null = null;
      const stop = (event: Event) => {
        isLeft = !event.defaultPrevented;
        event.preventDefault();
      };
      window.addEventListener('click', stop);
      pressed(link('Queue'), keys);
      window.removeEventListener('click', stop);
      expect(isLeft).toBe(true);
      expect(title()).toMatch(/Bay 3 Tester/);
    },
  );
});

test('the rows of Installations are asked for ahead of the counts beside them', async () => {
  const board = boardOf([row(1)]);
  await openWindow({ screen: 'installations', part: 'table', view: '' }, 'Installations', board);
  await main.wasAsked('supervision.facets');
  const order = main.order();
  expect(order.indexOf('supervision.installations')).toBeLessThan(order.indexOf('supervision.facets'));
  expect(order).toContain('supervision.installations');
});
