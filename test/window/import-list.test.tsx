import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ImportList } from '../../renderer/screens/batch/ImportList.tsx';
import { readFile } from '../../renderer/screens/batch/read-csv.ts';
import { defaultPreferences, type Preferences } from '../../shared/domain/settings.ts';
import { main } from './page/main-process.ts';
import { showPart } from './page/open-window.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const column = (heading: string) => page.getByRole('combobox', { name: heading });

async function paste(lines: string): Promise<void> {
  await page.getByRole('textbox', { name: /paste the lines/ }).fill(lines);
  await button('Take these lines').click();
}

async function choose(heading: string, field: string): Promise<void> {
  await column(heading).click();
  await page.getByRole('option', { name: field }).click();
}

test('a column that changes while the check begins leaves no verdict of the columns before', async () => {
  const saved = Promise.withResolvers<Preferences>();
  main.answer({
    'app.changePreferences': () => saved.promise,
    'batch.check': ({ rows }) => ({ verdicts: rows.map(({ line }) => ({ line, state: 'ready', says: [] })) }),
  });
  await showPart(<ImportList given={null} onDone={() => {}} />);
  await paste('Plate;Other\nM BX 1;M BX 2\nM BX 3;M BX 4');
  await button('Check the rows').click();
  await choose('Other', 'Licence plate');
  saved.resolve(defaultPreferences);
  await main.wasAsked('batch.check');
  await column('Plate').click();
  await expect.element(column('Plate')).toHaveValue('Not used');
  await expect.element(button('Check the rows')).toBeEnabled();
  expect(button(/^Plan/).elements()).toEqual([]);
});

test('a dropped file that is read late does not replace the lines that were taken since', async () => {
  const bytes = Promise.withResolvers<ArrayBuffer>();
  const slow = new File(['Plate\nM BX 1'], 'slow.csv');
  slow.arrayBuffer = () => bytes.promise;
  await showPart(<ImportList given={slow} onDone={() => {}} />);
  await paste('Plate\nM BX 7\nM BX 8');
  await expect.element(column('Plate')).toHaveAccessibleDescription('M BX 7');
  bytes.resolve(await new Blob(['Plate\nM BX 1']).arrayBuffer());
  await readFile(slow);
  await column('Plate').click();
  await expect.element(column('Plate')).toHaveAccessibleDescription('M BX 7');
  expect(page.getByText('slow.csv', { exact: false }).elements()).toEqual([]);
});
