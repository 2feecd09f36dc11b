import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Answers } from './page/stand-in.ts';
import { dialog, pressUnderDialog } from './page/keys.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

const refusing: Answers = {
  'jobs.start': () => {
    throw new ProblemError(makeProblem('database-busy'));
  },
  'finding.find': () => ({ cars: [], boxes: [], jobs: [], groups: [], users: [] }),
};
const openHome = () => openWindow({ screen: 'home' }, /Bay 3 Tester/, refusing);

describe.each([
  ['n', 'installation'],
  ['r', 'removal'],
  ['s', 'swap'],
] as const)('%s on Home', (key, kind) => {
  test('begins a job', async () => {
    await openHome();
    await userEvent.keyboard(key);
    expect(await main.wasAsked('jobs.start')).toEqual([{ kind }]);
  });

  test('begins nothing under a dialog', async () => {
    await openHome();
    await userEvent.keyboard('{Control>}k{/Control}');
    await pressUnderDialog(key);
    expect(main.asked('jobs.start')).toEqual([]);
  });
});

describe('Ctrl+K', () => {
  test('opens the search and closes it again', async () => {
    await openHome();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(dialog()).toBeVisible();
    await expect
      .element(
        dialog()
          .getByRole('textbox')
          .or(dialog().getByRole('searchbox'))
          .or(dialog().getByRole('combobox'))
          .first(),
      )
      .toHaveFocus();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  test('opens no search over another dialog', async () => {
    await openWindow({ screen: 'queue', show: 'open', operation: null }, 'Queue', {
      ...refusing,
      'queue.order': () => ({ seqs: [], lines: [] }),
    });
    await page.getByRole('button', { name: 'Keys' }).click();
    await pressUnderDialog('{Control>}k{/Control}');
    expect(main.asked('finding.find')).toEqual([]);
  });
});
