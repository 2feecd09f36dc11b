import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { directoryKey } from '../../shared/domain/directory.ts';
import { NOW } from './page/at-rest.ts';
import { emptyCopies, van } from './page/car.ts';
import { jobNumber, newInstallation, nextJobNumber } from './page/jobs.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

/** One pixel. */
const PICTURE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const key = (id: number, keyFormName: string, boxName: string) =>
  directoryKey.parse({
    id,
    brand: 'Ford',
    keyFormName,
    pictureUrl: `https://operator.example/keys/${keyFormName}.png`,
    boxName,
    boxSapNumber: `SAP-${id}`,
    outsideScope: false,
    otherNumbers: {},
    otherFields: {},
  });
/** Of one variant, and of two. */
const flip = key(11, 'Flip key', 'Box M');
const slots = [key(21, 'Slot key', 'Box L'), key(22, 'Slot key', 'Box S')];

let number = 0;
beforeEach(() => {
  number = nextJobNumber();
});

const atKey = () =>
  newInstallation(number, {
    car: { ...van, brand: 'Ford' },
    step: 'keyfob',
    steps: { ...newInstallation(number).steps, car: { state: 'confirmed', says: null } },
  });

async function openKey(): Promise<void> {
  await openWindow({ screen: 'job', jobId: jobNumber(number) }, 'Which key does the car have?', {
    'jobs.get': atKey,
    'jobs.saveDraft': () => ({}),
    'jobs.chooseKey': atKey,
    'directory.brands': () => ({ rows: ['Ford'], asOf: NOW }),
    'directory.keys': () => ({ rows: [flip, ...slots], asOf: NOW }),
    'directory.picture': () => ({ dataUrl: PICTURE }),
    ...emptyCopies,
  });
}

const variant = (name: string) => page.getByRole('radio', { name, exact: true });
const use = () => page.getByRole('button', { name: 'Use this key', exact: true });

/** The parts of a key's card that a hand may tap. */
const parts = [
  ['picture', (name: string) => page.getByRole('img', { name: `Picture of key ${name}` })],
  ['name', (name: string) => page.getByRole('heading', { name, exact: true })],
] as const;

describe.each(parts)('a tap on the %s of a key', (_part, of) => {
  test('chooses its only variant', async () => {
    await openKey();
    await of('Flip key').click();
    await expect.element(variant('Flip key: Box M')).toBeChecked();
    await use().click();
    expect(await main.wasAsked('jobs.chooseKey')).toEqual([
      { jobId: jobNumber(number), brand: 'Ford', keyId: flip.id },
    ]);
  });

  test('of several variants leads to them and chooses none', async () => {
    await openKey();
    await of('Slot key').click();
    await expect.element(variant('Slot key: Box L')).toHaveFocus();
    await expect.element(variant('Slot key: Box L')).not.toBeChecked();
    await expect.element(variant('Slot key: Box S')).not.toBeChecked();
    await expect.element(use()).toBeDisabled();
  });
});

describe('a late answer', () => {
  test('of another brand leaves no key of the brand before to be used', async () => {
    const opel = Promise.withResolvers<{ rows: (typeof flip)[]; asOf: number }>();
    await openKey();
    main.answer({
      'directory.brands': () => ({ rows: ['Ford', 'Opel'], asOf: NOW }),
      'directory.keys': ({ brand }) => (brand === 'Opel' ? opel.promise : { rows: [flip], asOf: NOW }),
      'jobs.get': () => ({ ...atKey(), key: flip }),
    });
    main.announce(`job:${jobNumber(number)}`, 'directory');
    await expect.element(use()).toBeEnabled();
    await page.getByRole('combobox').click();
    await page.getByRole('option', { name: 'Opel' }).click();
    await expect.element(page.getByRole('main').getByText('SAP-11')).not.toBeInTheDocument();
    await expect.element(use()).toBeDisabled();
    opel.resolve({ rows: [], asOf: NOW });
    await expect.element(use()).toBeDisabled();
  });

  test('to "Use this key" leaves a person at the step that was opened since', async () => {
    const chosen = Promise.withResolvers<ReturnType<typeof atKey>>();
    await openKey();
    main.answer({ 'jobs.chooseKey': () => chosen.promise });
    await variant('Flip key: Box M').click();
    await use().click();
    await page
      .getByRole('navigation', { name: 'Steps of this job' })
      .getByRole('button', { name: /^1?Car/ })
      .click();
    const car = page.getByRole('heading', { level: 1, name: 'The car' });
    await expect.element(car).toBeVisible();
    chosen.resolve(newInstallation(number, { ...atKey(), key: flip, revision: 9 }));
    await expect.element(page.getByText('SAP-11')).toBeVisible();
    await expect.element(car).toBeVisible();
  });
});
