import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { UninstallQuestion } from '../../renderer/screens/directory/cars/BoxDialogs.tsx';
import { directoryAssignment, directoryCar } from '../../shared/domain/directory.ts';
import { carId, productId } from '../../shared/ids.ts';
import { makeProblem, type ProblemCode, ProblemError } from '../../shared/problem.ts';
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

const access = (id: number, userName: string) =>
  directoryAssignment.parse({
    id,
    carId: 7,
    carLabel: 'M BX 1042',
    userId: id,
    userName,
    start: NOW - 1000,
    end: null,
    lifetime: null,
    renewableAfter: null,
  });
const refused = (code: ProblemCode) => () => {
  throw new ProblemError(makeProblem(code));
};
const box = { id: productId.parse(7), label: '001234021' };
const inVan = { car: { id: carId.parse(7), label: 'M BX 1042' }, takesAssignments: true };

test('after a refusal the accesses are read again, and confirmed as they are then', async () => {
  const before = { ...inVan, assignments: [access(1, 'Bay 3 Tester')] };
  const after = { ...inVan, assignments: [...before.assignments, access(2, 'Night shift')] };
  const held = Promise.withResolvers<typeof after>();
  let reads = 0;
  main.answer({
    'edits.uninstallPreview': () => {
      reads += 1;
      return reads === 1 ? before : held.promise;
    },
    'edits.uninstall': refused('changed-since-shown'),
  });
  await showPart(<UninstallQuestion product={box} car={inVan.car} onClose={() => {}} />);
  await expect.element(page.getByText('Bay 3 Tester')).toBeVisible();
  await yes.click();
  await expect.element(page.getByText(/This has changed since it was shown to you/)).toBeVisible();
  await expect.element(yes).toBeDisabled();
  held.resolve(after);
  await expect.element(page.getByText('Night shift')).toBeVisible();
  await yes.click();
  const removal = { productId: 7, carId: 7 };
  expect(await main.wasAsked('edits.uninstall', 2)).toEqual([
    { ...removal, seen: [1] },
    { ...removal, seen: [1, 2] },
  ]);
});

test('the car of the listed accesses is named, also where the page shows an older one', async () => {
  main.answer({
    'edits.uninstallPreview': () => ({
      car: { id: carId.parse(8), label: 'M XY 8' },
      takesAssignments: true,
      assignments: [],
    }),
    'edits.uninstall': refused('box-not-installed'),
  });
  await showPart(<UninstallQuestion product={box} car={inVan.car} onClose={() => {}} />);
  await expect.element(page.getByText('Remove 001234021 from M XY 8?')).toBeVisible();
  await yes.click();
  expect(await main.wasAsked('edits.uninstall')).toEqual([{ productId: 7, carId: 8, seen: [] }]);
});

test('where the operator does not name the car, the accesses of the shown car are asked for', async () => {
  main.answer({
    'edits.uninstallPreview': () => ({ ...inVan, assignments: null }),
    'edits.uninstall': refused('box-not-installed'),
  });
  await showPart(<UninstallQuestion product={box} car={inVan.car} onClose={() => {}} />);
  await expect.element(page.getByText(/Which ones could not be read now/)).toBeVisible();
  await yes.click();
  expect(main.asked('edits.uninstallPreview')).toEqual([{ productId: 7, carId: 7 }]);
  expect(await main.wasAsked('edits.uninstall')).toEqual([{ productId: 7, carId: 7, seen: null }]);
});
