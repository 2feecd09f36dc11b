import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearNotice } from '../../renderer/scanning/notice-store.ts';
import { takeScan } from '../../renderer/scanning/scan-intake.ts';
import { type DirectoryCar, directoryCar, directoryProductView } from '../../shared/domain/directory.ts';
import { carId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { NOW } from './page/at-rest.ts';
import { emptyCopies } from './page/car.ts';
import { jobNumber, newInstallation } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';
import type { Answers } from './page/stand-in.ts';

const VIN = 'W1V44770513872049';
const car = (id: number, licensePlate: string, vin: string | null = null): DirectoryCar =>
  directoryCar.parse({ id, name: `Van ${id}`, licensePlate, vin, brand: null, model: null });
const van = car(42, 'M BX 1042', VIN);
const nowhere = { known: true, car: null, carId: null } as const;
const product = (serialNumber: string, changes: object = {}) =>
  directoryProductView.parse({
    id: 7,
    serialNumber,
    uniqueId: `U-${serialNumber}`,
    sapNumber: null,
    type: 'Box',
    family: 'box',
    car: nowhere,
    service: 'none',
    serviceName: null,
    ...changes,
  });

/** Scans a code on Home, at a laptop that knows these cars and products. */
async function scan(
  code: string,
  cars: readonly DirectoryCar[],
  products: readonly ReturnType<typeof product>[] = [],
  more: Answers = {},
) {
  await openWindow({ screen: 'home' }, /Bay 3 Tester/, {
    ...emptyCopies,
    'people.signIn': () => ({ name: null }),
    'directory.searchCars': () => ({ rows: [...cars], asOf: NOW }),
    'directory.listProducts': () => ({ rows: [...products], asOf: NOW }),
    'jobs.start': () => newInstallation(901),
    'jobs.chooseCar': () => newInstallation(901),
    'jobs.get': () => newInstallation(901),
    ...more,
  });
  clearNotice();
  takeScan(code);
}
const notice = () => page.getByRole('status', { name: 'Scanned' });
const offers = () =>
  notice()
    .getByRole('button')
    .elements()
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

for (const [what, code, cars, products, says, acts] of [
  ['a car', VIN, [van], [], 'This car is in your fleet.', ['New installation for this car', 'Show the car']],
  [
    'two cars',
    'M BX 1042',
    [van, car(43, 'MBX1042')],
    [],
    'Several cars go by this code. Choose one in the Directory.',
    ['Open the list of cars'],
  ],
  ['an unknown VIN', VIN, [], [], 'No car on this laptop has this VIN.', ['New installation with this VIN']],
  [
    'nothing',
    'X 99',
    [],
    [],
    'No car and no Box on this laptop has this code. Scan it again, or type it into the search.',
    [],
  ],
  [
    'a Box in no car',
    '001234021',
    [],
    [product('001234021')],
    'This Box is in no car.',
    ['New installation with this Box', 'Show the Box'],
  ],
  [
    'a Box of which the car is not known',
    '001234021',
    [],
    [product('001234021', { car: { known: false } })],
    'This Box is known, but not which car it is in.',
    ['New installation with this Box', 'Show the Box'],
  ],
  [
    'a Box in a car',
    '001234021',
    [],
    [product('001234021', { car: { known: true, car: van, carId: carId.parse(42) } })],
    'This Box is in M BX 1042.',
    ['Show the car', 'Show the Box'],
  ],
  [
    'a product that is no Box',
    '001234021',
    [],
    [product('001234021', { family: 'iq' })],
    'This is a product, but not a Box.',
    ['Show the product'],
  ],
  [
    'one of two Boxes, by leading zeros alone',
    '01234021',
    [],
    [product('1234021'), product('001234021', { id: 8 })],
    'Several Boxes or products go by this code. Choose one in the Directory.',
    ['Open the list of products'],
  ],
] as const) {
  test(`a scanned code of ${what} is named as such, with the possible actions`, async () => {
    await scan(code, cars, products);
    await expect.element(notice().getByText(says)).toBeVisible();
    expect(offers()).toEqual([...acts, 'Close']);
  });
}

test('the car of an installation under way leads to it', async () => {
  const open = newInstallation(902, { car: { ...van, origin: 'directory' } });
  await scan(VIN, [van], [], { 'jobs.list': () => ({ jobs: [open] }) });
  await expect.element(notice().getByText('The installation in this car is still under way.')).toBeVisible();
  expect(offers()).toEqual(['Continue the installation', 'Show the car', 'Close']);
});

test('a new installation takes the scanned car with it', async () => {
  await scan(VIN, [van]);
  await page.getByRole('button', { name: 'New installation for this car' }).click();
  expect(await main.wasAsked('jobs.chooseCar')).toEqual([{ jobId: jobNumber(901), carId: 42 }]);
  await expect.poll(() => window.location.hash).toBe(`#/jobs/${jobNumber(901)}`);
});

test('an installation that cannot be begun says why', async () => {
  await scan(VIN, [van], [], {
    'jobs.start': () => {
      throw new ProblemError(makeProblem('not-saved-disk-full'));
    },
  });
  await page.getByRole('button', { name: 'New installation for this car' }).click();
  await expect.element(notice().getByText(/disk|storage|space/i)).toBeVisible();
  expect(offers()).toEqual(['Close']);
});
