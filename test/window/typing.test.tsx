import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { row } from '../unit/supervision-exports/rows.ts';
import { boardOf } from './page/board.ts';
import { jobNumber, newInstallation } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

/** Types as a scanner or a very fast person does: all letters in one turn of the window, no answer in between. */
function typeAtOnce(field: Element, letters: string): void {
  if (!(field instanceof HTMLInputElement)) throw new Error('no field');
  for (const letter of letters) {
    // By the element's own setter: React watches the field's.
    Reflect.set(HTMLInputElement.prototype, 'value', field.value + letter, field);
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}

describe('letters typed while the first one is being looked up', () => {
  test('stay in the field, and the last question has all of them', async () => {
    await openWindow({ screen: 'installations', part: 'table', view: '' }, 'Installations', {
      ...boardOf([row(1), row(2)]),
    });
    await expect.element(page.getByText('M-BX 1001')).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Plate, VIN or model' });
    typeAtOnce(search.element(), 'k-ho 77');
    await expect
      .poll(() => main.asked('supervision.installations').at(-1))
      .toMatchObject({ filter: { car: 'k-ho 77' } });
    await expect.element(search).toHaveValue('k-ho 77');
  });
});

describe('a person who types', () => {
  test('is not taken for a scanner', async () => {
    await openWindow({ screen: 'job', jobId: jobNumber(401) }, 'Which car?', {
      'jobs.get': () => newInstallation(401),
      'jobs.saveDraft': () => ({}),
      'directory.searchCars': () => ({ rows: [], asOf: null }),
      'directory.recentCars': () => ({ rows: [], asOf: null }),
    });
    const search = page.getByLabelText('Plate, VIN, name or brand');
    await expect.element(search).toHaveFocus();
    // Each key is a round trip of its own: no scanner is that slow.
    for (const letter of 'M BX 1077') await userEvent.keyboard(letter);
    await expect.element(search).toHaveValue('M BX 1077');
    await expect.element(page.getByRole('status', { name: 'Scanned' })).toBeEmptyDOMElement();
  });
});
