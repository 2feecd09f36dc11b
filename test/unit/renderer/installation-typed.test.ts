import { expect, test } from 'vitest';
import {
  carDraft,
  draftOfPlan,
  emptyCarDraft,
  guessTyped,
} from '../../../renderer/flows/steps/car/car-draft.ts';
import { nameOf } from '../../../renderer/components/car-form.ts';
import { plannedCar } from '../../../shared/domain/batch.ts';
import { readNumber } from '../../../renderer/components/checklist/read-number.ts';
import { groupRows } from '../../../renderer/flows/steps/group/group-rows.ts';
import { catalogueBrand, keyForms } from '../../../renderer/components/key-forms.ts';
import { formatOf } from '../../../shared/words/speak.ts';
import { language } from '../../../shared/domain/settings.ts';
import { directoryGroup, directoryKey } from '../../../shared/domain/directory.ts';

test('a search without a hit begins a new car with the field that the text resembles', () => {
  expect(guessTyped('m-bx 1077')).toEqual({ licensePlate: 'M-BX 1077' });
  expect(guessTyped('w1v 4477051 3872041')).toEqual({ vin: 'W1V44770513872041' });
  expect(guessTyped('Spare van of the north')).toEqual({ name: 'Spare van of the north' });
  expect(guessTyped('Crafter')).toEqual({ name: 'Crafter' });
  expect(guessTyped('   ')).toEqual({});
});

test('a car without a name is called by its plate, else by its VIN', () => {
  expect(nameOf({ name: '', licensePlate: ' M BX 1 ', vin: 'WV2' })).toBe('M BX 1');
  expect(nameOf({ name: '', licensePlate: '', vin: 'WV2' })).toBe('WV2');
  expect(nameOf({ name: '', licensePlate: '', vin: ' ' })).toBe('');
});

test('a car of an imported list begins a new car with all that the list says', () => {
  const draft = draftOfPlan(
    plannedCar.parse({
      id: '5b0cb4c0-0000-4000-8000-000000000001',
      file: 'cars.csv',
      importedAt: 0,
      job: null,
      line: 2,
      licensePlate: 'M BX 1',
      vin: 'WV2',
      name: 'Van',
      brand: 'Ford',
      model: 'Transit',
      serial: '1',
      group: 'Fleet',
      key: 'K1',
    }),
  );
  const fields = { licensePlate: 'M BX 1', vin: 'WV2', name: 'Van', brand: 'Ford', model: 'Transit' };
  expect(draft).toEqual({ mode: 'create', text: '', ...fields });
  expect(carDraft.parse(draft)).toEqual(draft);
  expect(new Set(Object.values(emptyCarDraft))).toEqual(new Set(['search', '']));
});

test.each(language.options)('measured values are read with a point or a comma, in %s too', (speaks) => {
  const read = (typed: string) => readNumber(typed, formatOf(speaks));
  expect(read('12,6')).toBe(12.6);
  expect(read(' 12.6 ')).toBe(12.6);
  expect(read('12.')).toBe(12);
  expect(read('-0,250')).toBe(-0.25);
  expect(read('')).toBeNull();
  expect(read('12.6 V')).toBeNull();
  expect(read('1,2,3')).toBeNull();
  expect(read('48 2')).toBeNull();
});

test.each(language.options)('a number as the window writes it in %s is read as that number', (speaks) => {
  const format = formatOf(speaks);
  for (const value of [0, 12.6, 999, 1000, 4200, 48_200, 48_200.5, 2_000_000, -12_345.678]) {
    expect(readNumber(format.number(value), format)).toBe(value);
  }
});

test('digits may be grouped; a single point or comma before three digits counts by the language', () => {
  const [english, german] = [formatOf('en'), formatOf('de')];
  for (const typed of ['48 200', '48\u202f200', '48’200', '48200', '48,200.0', '48.200,0']) {
    expect(readNumber(typed, english)).toBe(48_200);
    expect(readNumber(typed, german)).toBe(48_200);
  }
  expect(readNumber('48,200', english)).toBe(48_200);
  expect(readNumber('48,200', german)).toBe(48.2);
  expect(readNumber('48.200', german)).toBe(48_200);
  expect(readNumber('48.200', english)).toBe(48.2);
  expect(readNumber('1,234,567', german)).toBe(1_234_567);
  for (const typed of ['48,200,5', '1.234.567.8', '+48,200,']) {
    expect([readNumber(typed, english), readNumber(typed, german)]).toEqual([null, null]);
  }
  expect(readNumber('-48 200,5', english)).toBe(-48_200.5);
  expect(readNumber('+48 200', german)).toBe(48_200);
});

const groups = ['Fleet North', 'Fleet South'].map((name, id) => directoryGroup.parse({ id, name }));
const [north, south] = groups;

test('the last used group stands first while nothing is typed', () => {
  const rows = groupRows(groups, '', { id: south?.id ?? null, name: 'Fleet South' });
  expect(rows.map((row) => row.is === 'group' && [row.group.name, row.lastUsed])).toEqual([
    ['Fleet South', true],
    ['Fleet North', false],
  ]);
});

test('a typed name that no group has can be created, one that a group has cannot', () => {
  const none = { id: null, name: null };
  expect(groupRows([], 'Night vans', none)).toEqual([{ is: 'new', name: 'Night vans' }]);
  expect(groupRows(groups.slice(0, 1), 'fleet-north', none)).toEqual([
    { is: 'group', group: north, lastUsed: false },
  ]);
});

const key = (id: number, keyFormName: string, boxName: string, outsideScope = false) =>
  directoryKey.parse({
    id,
    brand: 'Opel',
    keyFormName,
    pictureUrl: null,
    boxName,
    boxSapNumber: null,
    outsideScope,
    otherNumbers: {},
    otherFields: {},
  });

test('keys are grouped by form, and those without Bluetooth stand last', () => {
  const forms = keyForms([
    key(1, 'Form 1', 'Box M CAN', true),
    key(2, 'Form 2', 'Box L'),
    key(3, 'Form 1', 'Box M'),
  ]);
  expect(forms.map(({ name, variants }) => [name, variants.map(({ boxName }) => boxName)])).toEqual([
    ['Form 1', ['Box M', 'Box M CAN']],
    ['Form 2', ['Box L']],
  ]);
});

test("a car's brand finds the catalogue's spelling, or none", () => {
  expect(catalogueBrand(['Citroën', 'Mercedes-Benz'], 'MERCEDES BENZ')).toBe('Mercedes-Benz');
  expect(catalogueBrand(['Citroën'], 'Citroen')).toBe('Citroën');
  expect(catalogueBrand(['Citroën'], 'Tatra')).toBeNull();
});
