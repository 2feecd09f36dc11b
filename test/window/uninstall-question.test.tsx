import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { UninstallQuestion } from '../../renderer/screens/directory/cars/BoxDialogs.tsx';
import { directoryCar } from '../../shared/domain/directory.ts';
import { productId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { NOW } from './page/at-rest.ts';
import { van } from './page/car.ts';
import { main } from './page/main-process.ts';
import { showPart } from './page/open-window.tsx';

const preview = { car: null, takesAssignments: true, assignments: [] };
const yes = page.getByRole('button', { name: 'Remove it' });

test.each([
  ['the Box is in no known car', preview],
  ['the look for its car failed', null],
])('a removal is confirmed only when the accesses of the chosen car are listed: %s', async (_why, first) => {
  let held = Promise.withResolvers<typeof preview>();
  const { origin: _origin, ...car } = van;
  const other = directoryCar.parse({ ...car, id: 8, licensePlate: 'M XY 8' });
  const choose = async (name: RegExp) => {
    await page.getByRole('combobox').click();
    await page.getByRole('option', { name }).click();
  };
  main.answer({
    'edits.uninstallPreview': ({ carId }) => {
      if (carId !== undefined) return held.promise;
      if (first === null) throw new ProblemError(makeProblem('operator-unreachable'));
      return first;
    },
    'directory.listCars': () => ({ rows: [directoryCar.parse(car), other], total: 2, next: null, asOf: NOW }),
  });
  const product = { id: productId.parse(7), label: '001234021' };
  await showPart(<UninstallQuestion product={product} car={null} onClose={() => {}} />);
  await expect.element(yes).toBeEnabled();
  await choose(/M BX 1042/);
  await expect.element(page.getByText('Reading which accesses go with it')).toBeVisible();
  await expect.element(yes).toBeDisabled();
  held.resolve(preview);
  await expect.element(page.getByText('The car has no access that would go with it.')).toBeVisible();
  await expect.element(yes).toBeEnabled();
  await choose(/M BX 1042/);
  await expect.element(yes).toBeEnabled();

  // Its accesses are read again where the person comes back to it.
  held = Promise.withResolvers();
  await choose(/M XY 8/);
  await expect.element(yes).toBeDisabled();
  await choose(/M BX 1042/);
  await expect.element(page.getByText('Reading which accesses go with it')).toBeVisible();
  await expect.element(yes).toBeDisabled();
});
