import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { StockBox } from '../../shared/domain/boxes.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { accessOf } from './page/access-of.ts';
import { NOW, statusWith } from './page/at-rest.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const box = (serial: string, changes: Partial<StockBox> = {}): StockBox => ({
  serial,
  sapNumber: 'SAP-100',
  place: 'site',
  movedAt: NOW,
  movedBy: 'Jo',
  condition: 'good',
  markedAt: null,
  reason: '',
  ...changes,
});
const ONE = '001234021';
const OTHER = '001234022';
const UNIQUE = 'C1-08-F0-94';

async function openBoxes(boxes: readonly StockBox[] = [], answers: Answers = {}) {
  await openWindow({ screen: 'boxes' }, 'Boxes', {
    'boxes.list': () => ({ boxes: [...boxes] }),
    'boxes.read': ({ serials }) => ({
      boxes: serials.map((serial) => box(serial === UNIQUE ? ONE : serial.trim())),
    }),
    'boxes.move': () => ({}),
    'boxes.mark': () => ({}),
    'edits.saveDraft': () => ({}),
    ...answers,
  });
}

const field = () => page.getByLabelText('Serial of a Box');
const scanned = () => page.getByRole('list', { name: 'Scanned' }).getByRole('listitem');
const type = async (serial: string) => {
  await field().fill(serial);
  await userEvent.keyboard('{Enter}');
};

describe('the scanned Boxes', () => {
  test('are recorded together by Enter in the empty field, for the chosen place', async () => {
    await openBoxes();
    await type(ONE);
    await expect.element(scanned()).toBeVisible();
    await type(OTHER);
    await expect.poll(() => scanned().elements().length).toBe(2);
    await page.getByText('With me').click();
    await field().click();
    expect(main.asked('boxes.move')).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(await main.wasAsked('boxes.move')).toEqual([{ serials: [ONE, OTHER], to: 'installer' }]);
    await expect.element(page.getByText('2 Boxes are recorded.')).toBeVisible();
    expect(scanned().elements()).toEqual([]);
  });

  test('name one that is scanned twice, by whichever number, and keep it once', async () => {
    await openBoxes();
    await type(ONE);
    await expect.element(scanned()).toBeVisible();
    await type(UNIQUE);
    await expect.element(page.getByText(`Box ${ONE} is on the list already.`)).toBeVisible();
    expect(scanned().elements()).toHaveLength(1);
  });

  test('lose none to a scanner that is faster than the answers', async () => {
    const first = Promise.withResolvers<{ boxes: StockBox[] }>();
    await openBoxes([], {
      'boxes.read': ({ serials }) =>
        serials.length === 1 && serials[0] === ONE
          ? first.promise
          : { boxes: serials.map((serial) => box(serial)) },
    });
    await type(ONE);
    await type(OTHER);
    first.resolve({ boxes: [box(ONE)] });
    await expect.poll(() => scanned().elements().length).toBe(2);
  });

  test('stay where main refuses them', async () => {
    await openBoxes([], {
      'boxes.move': () => {
        throw new ProblemError(makeProblem('not-saved-disk-full'));
      },
    });
    await type(ONE);
    await expect.element(scanned()).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await main.wasAsked('boxes.move');
    expect(scanned().elements()).toHaveLength(1);
  });
});

describe('the marks', () => {
  const defective = box(OTHER, { condition: 'defective', reason: 'No light' });

  test('take a Box out of use with a condition and a reason only', async () => {
    await openBoxes([box(ONE), defective]);
    await page.getByRole('button', { name: `Take Box ${ONE} out of use` }).click();
    const dialog = page.getByRole('dialog');
    const act = dialog.getByRole('button', { name: 'Take out of use' });
    await expect.element(act).toBeDisabled();
    await dialog.getByText('Lost', { exact: true }).click();
    await expect.element(act).toBeDisabled();
    await dialog.getByLabelText('Reason').fill('Not on the shelf');
    await act.click();
    expect(await main.wasAsked('boxes.mark')).toEqual([
      { serial: ONE, condition: 'lost', reason: 'Not on the shelf' },
    ]);
  });

  test('are taken back by a lead installer, and not by an installer', async () => {
    await openBoxes([defective], { 'app.status': () => statusWith({ access: accessOf('installer') }) });
    await expect.element(page.getByText(/No light/)).toBeVisible();
    const clear = page.getByRole('button', { name: `Mark Box ${OTHER} as good again` });
    await expect.element(clear).not.toBeInTheDocument();
    main.answer({ 'app.status': () => statusWith({ access: accessOf('lead') }) });
    main.announce('status');
    await clear.click();
    await page.getByRole('dialog').getByLabelText('Reason').fill('Tried on the bench');
    await page.getByRole('button', { name: 'Mark as good', exact: true }).click();
    expect(await main.wasAsked('boxes.mark')).toEqual([
      { serial: OTHER, condition: 'good', reason: 'Tried on the bench' },
    ]);
  });
});
