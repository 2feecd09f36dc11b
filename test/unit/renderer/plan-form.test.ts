import { describe, expect, it } from 'vitest';
import {
  changedForm,
  emptyForm,
  faultOf,
  formOf,
  type PlanForm,
  workOf,
} from '../../../renderer/screens/supervisor/plan/planning.ts';
import { carId, userId } from '../../../shared/ids.ts';
import { type PlannedJobView, plannedJobView } from '../../../shared/domain/planned-work.ts';

const car = { id: 12, licensePlate: 'M BX 1', vin: 'V1', name: 'Van', brand: 'Ford', model: 'Transit' };
const facts = {
  car,
  day: '2026-11-24',
  from: '07:30',
  until: '09:00',
  place: 3,
  site: 'North',
  laptop: 'Bay 3',
  crew: 'Night shift',
  keyPlace: 'Locker 4',
  note: 'Blue van',
};
const serial = { by: 'serial', serial: 'AB-500' };
const variant = { by: 'variant', name: 'Box 2' };
const testUser = { id: userId.parse(30), name: 'Jo' };
const installation = {
  kind: 'installation',
  group: 'Fleet',
  key: 'K1',
  checklist: 'vans',
  expected: serial,
  testUser,
};
const removal = { kind: 'removal', leaves: 'AB-400' };
const swap = { kind: 'swap', leaves: 'AB-400', key: 'K1', expected: serial, testUser };

const planned = (work: object): PlannedJobView =>
  plannedJobView.parse({
    id: '5b0cb4c0-0000-4000-8000-000000000001',
    revision: 1,
    work: { ...facts, ...work },
    state: 'planned',
    withdrawn: null,
    signature: 'missing',
    counts: true,
    planner: 'Kim',
    holder: null,
    alsoBegun: [],
    job: null,
    changed: [],
    before: null,
    onItsWay: false,
    problem: null,
  });

/** The fields that every kind fills in. */
const shown: PlanForm = {
  ...emptyForm('2026-11-24', 3),
  carId: carId.parse(12),
  licensePlate: 'M BX 1',
  vin: 'V1',
  name: 'Van',
  brand: 'Ford',
  model: 'Transit',
  from: '07:30',
  until: '09:00',
  site: 'North',
  laptop: 'Bay 3',
  crew: 'Night shift',
  keyPlace: 'Locker 4',
  note: 'Blue van',
};

describe('the form of a planned job', () => {
  const fitted = { key: 'K1', serial: 'AB-500', variant: '', testUser };
  const installed = {
    ...fitted,
    kind: 'installation',
    group: 'Fleet',
    checklist: 'vans',
    leaves: '',
  } as const;
  it.each([
    ['an installation', installation, installed],
    [
      'an installation of a variant',
      { ...installation, expected: variant },
      { ...installed, serial: '', variant: 'Box 2' },
    ],
    ['an installation of any Box', { ...installation, expected: null }, { ...installed, serial: '' }],
    ['a removal', removal, { kind: 'removal', leaves: 'AB-400' }],
    ['a swap', swap, { ...fitted, kind: 'swap', leaves: 'AB-400' }],
  ] satisfies readonly (readonly [string, object, Partial<PlanForm>])[])(
    'holds %s',
    (_name, work, wanted) => {
      expect(formOf(planned(work))).toEqual({ ...shown, ...wanted });
    },
  );

  it('leaves times empty that are not planned', () => {
    expect(formOf(planned({ ...removal, from: null, until: null }))).toMatchObject({ from: '', until: '' });
  });

  it.each([
    ['an installation', installation],
    ['an installation of a variant', { ...installation, expected: variant }],
    ['a removal', removal],
    ['a swap', swap],
    ['a swap of a variant', { ...swap, expected: variant }],
    ['a job without times', { ...removal, from: null, until: null }],
  ])('changes nothing of %s by itself', (_name, work) => {
    const before = planned(work);
    expect(workOf(formOf(before))).toEqual(before.work);
  });
});

describe('the plan of a form', () => {
  const plan = (form: Partial<PlanForm>) => workOf({ ...shown, carId: null, ...form });

  it('names the car of the fleet that was chosen, until another plate, VIN or name is typed', () => {
    const chosen = changedForm(shown, { carId: carId.parse(44), licensePlate: 'M BX 2', name: 'Van 2' });
    expect(workOf(changedForm(chosen, { note: 'Gate C', brand: 'VW' })).car).toMatchObject({
      id: 44,
      brand: 'VW',
    });
    for (const typed of [{ licensePlate: 'M BX 3' }, { vin: 'V3' }, { name: 'Van 3' }]) {
      expect(workOf(changedForm(chosen, typed)).car).toMatchObject({ id: null, ...typed });
    }
  });

  it('is without a known car, checklist and test user where it is new', () => {
    expect(plan({})).toEqual({
      ...facts,
      kind: 'installation',
      car: { ...car, id: null },
      group: '',
      key: '',
      checklist: '',
      expected: null,
      testUser: null,
    });
  });

  it('is without blanks around its words, and with times of five characters', () => {
    const spaced = Object.fromEntries(
      Object.entries({ ...shown, kind: 'installation', group: 'Fleet', key: 'K1', serial: 'AB-500' }).map(
        ([field, value]) => [
          field,
          typeof value !== 'string' || ['kind', 'day', 'checklist'].includes(field) ? value : ` ${value} `,
        ],
      ),
    );
    expect(plan({ ...spaced, carId: null })).toMatchObject({
      ...facts,
      car: { ...car, id: null },
      group: 'Fleet',
      key: 'K1',
      expected: serial,
    });
    expect(plan({ from: '7.30', until: ' 9:00 ' })).toMatchObject({ from: '07:30', until: '09:00' });
    expect(plan({ from: ' ', until: '' })).toMatchObject({ from: null, until: null });
    expect(plan({ kind: 'removal', leaves: ' AB-400 ' })).toMatchObject({ leaves: 'AB-400' });
  });

  it.each([
    ['12', 12],
    ['', 0],
    ['last', 0],
    ['99999', 9999],
    ['-1', 0],
  ])('has the place %o as %i', (place, wanted) => {
    expect(plan({ place }).place).toBe(wanted);
  });

  it('has no character that the relay refuses', () => {
    expect(plan({ note: 'a\0b\uD800' }).note).toBe('ab\uFFFD');
  });

  it.each([
    [{ serial: ' AB-500 ' }, serial],
    [{ variant: ' Box 2 ' }, variant],
    [{ serial: ' ', variant: ' ' }, null],
  ])('expects the Box of %o', (form, expected) => {
    expect(plan(form)).toMatchObject({ expected });
    expect(plan({ ...form, kind: 'swap' })).toMatchObject({ expected });
    expect(plan({ ...form, kind: 'removal' })).not.toHaveProperty('expected');
  });

  it('has the checklist of an installation and the test user of a job with a test', () => {
    expect(plan({ checklist: 'vans', testUser })).toMatchObject({ checklist: 'vans', testUser });
    expect(plan({ kind: 'swap', checklist: 'vans', testUser })).toMatchObject({ testUser });
    expect(plan({ kind: 'swap', checklist: 'vans' })).not.toHaveProperty('checklist');
    expect(plan({ kind: 'removal', testUser })).not.toHaveProperty('testUser');
  });
});

it.each([
  [{}, null],
  [{ licensePlate: ' ', vin: '', name: ' ' }, 'car'],
  [{ licensePlate: ' ', vin: '', name: 'Van' }, null],
  [{ licensePlate: '', vin: 'V1', name: '' }, null],
  [{ licensePlate: 'M BX 1', vin: '', name: '' }, null],
  [{ serial: 'AB-500', variant: 'Box 2' }, 'variant'],
  [{ serial: 'AB-500', variant: ' ' }, null],
  [{ serial: ' ', variant: 'Box 2' }, null],
  [{ kind: 'removal', serial: 'AB-500', variant: 'Box 2' }, null],
  [{ day: '' }, 'day'],
  [{ day: '24.11.' }, 'day'],
  [{ day: ' 2026-11-24' }, 'day'],
  [{ day: '2026-11-245' }, 'day'],
  [{ day: '2026-02-31' }, 'day'],
  [{ day: '2026-13-01' }, 'day'],
  [{ from: '25:00' }, 'from'],
  [{ from: '7:60' }, 'from'],
  [{ until: '9' }, 'until'],
  [{ from: ' 7.30 ', until: ' ' }, null],
  [{ from: '', until: '9:00' }, null],
  [{ from: '10:00', until: '9:00' }, 'order'],
  [{ from: '9:00', until: '09.00' }, null],
] satisfies readonly (readonly [Partial<PlanForm>, string | null])[])(
  'the fault of %o is %o',
  (form, fault) => {
    expect(faultOf({ ...shown, ...form })).toBe(fault);
  },
);

it('a new form plans an installation at the next place of the day', () => {
  expect(
    new Set(Object.entries(emptyForm('2026-11-24', 4)).filter(([, value]) => value !== '' && value !== null)),
  ).toEqual(
    new Set([
      ['kind', 'installation'],
      ['day', '2026-11-24'],
      ['place', '4'],
    ]),
  );
});
