import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import { detailWith, operation, queueOf } from './page/operations.ts';

const description = 'Racks left\nRacks right';

test('a description is corrected in several lines, and keeps them', async () => {
  const detail = detailWith(['correct']);
  await openWindow({ screen: 'queue', show: 'open', operation }, 'Queue', {
    ...queueOf(['correct']),
    'queue.detail': () => ({
      ...detail,
      corrections: [
        { field: 'brand', form: 'optional-text', value: 'Frod' },
        { field: 'description', form: 'long-text', value: description },
      ],
    }),
    'queue.correct': () => detail.operation,
  });
  await userEvent.click(page.getByRole('button', { name: 'Correct' }));
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Description' });
  await expect.element(field).toHaveValue(description);
  await userEvent.click(field);
  await userEvent.keyboard('{Control>}{End}{/Control}{Enter}Roof box');
  await userEvent.click(page.getByRole('button', { name: 'Save the correction' }));
  expect(await main.wasAsked('queue.correct')).toMatchObject([
    { values: { description: `${description}\nRoof box` } },
  ]);
});
