import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noticeAbout } from '../../../renderer/scanning/scan-intake.ts';
import { TEST_CODE } from '../../../renderer/scanning/setup/scanner-test.ts';
import type { Scanned } from '../../../shared/domain/scanning.ts';
import type { PlannedJobView } from '../../../shared/domain/planned-work.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { plannedView } from '../../window/page/planned.ts';

const JOB = '5b0cb4c0-0000-4000-8000-000000000001';
const car = (id: number, licensePlate: string | null, brand: string | null = null) => ({
  id,
  name: `Van ${id}`,
  licensePlate,
  vin: null,
  brand,
  model: null,
});
const box = (id: number, where: object, family = 'box') => ({
  id,
  serialNumber: '001234021',
  uniqueId: `C1-0${id}`,
  family,
  car: where,
});

/** The copies on this laptop, and what main was asked to write. */
const laptop: {
  cars: ReturnType<typeof car>[];
  products: ReturnType<typeof box>[];
  jobs: object[];
  startRefused: boolean;
  planned: PlannedJobView | null;
} = { cars: [], products: [], jobs: [], startRefused: false, planned: null };
let asked: [string, unknown][];
/** The cars whose plan was asked for. */
let askedAbout: unknown[];
const location = { hash: '#/home' };
const moving = {
  location,
  history: {
    pushState: (_state: null, _title: string, hash: string) => {
      location.hash = hash;
    },
  },
  dispatchEvent: () => true,
};

beforeEach(() => {
  Object.assign(laptop, { cars: [], products: [], jobs: [], startRefused: false, planned: null });
  asked = [];
  askedAbout = [];
  location.hash = '#/home';
  const answer = (value: unknown) => Promise.resolve({ ok: true, value });
  const write = (name: string, value: unknown) => (input: unknown) => {
    asked.push([name, input]);
    return answer(value);
  };
  const begun = { id: JOB, checklist: { template: {} } };
  const refused = () => Promise.resolve({ ok: false, error: makeProblem('not-saved-disk-full') });
  vi.stubGlobal('window', {
    ...moving,
    boxwright: {
      onChanged: () => undefined,
      directory: {
        searchCars: () => answer({ rows: laptop.cars }),
        listProducts: () => answer({ rows: laptop.products }),
      },
      planning: {
        ofCar: (input: unknown) => {
          askedAbout.push(input);
          return answer({ plannedJob: laptop.planned });
        },
        begin: (input: unknown) => (laptop.startRefused ? refused() : write('begin', begun)(input)),
      },
      jobs: {
        list: () => answer({ jobs: laptop.jobs }),
        start: (input: unknown) => (laptop.startRefused ? refused() : write('start', begun)(input)),
        chooseCar: write('chooseCar', begun),
        saveDraft: write('saveDraft', {}),
      },
    },
  });
});

/** The key of the sentence and of each act, and the car that is shown. */
async function about(text: string, kind: Scanned['kind'] = 'serial') {
  const notice = await noticeAbout({ kind, text });
  const { says, actions, code } = notice;
  const keyOf = (words: typeof says) =>
    'key' in words ? words.key.replace('scanning.', '') : words.problem.code;
  return {
    says: keyOf(says),
    params: 'params' in says ? says.params : {},
    acts: actions.map(({ label }) => keyOf(label)),
    act: async (index: number) => {
      await actions[index]?.act();
      return location.hash;
    },
    car: notice.car?.name ?? null,
    code,
  };
}

it('a code that nothing has is shown with its text', async () => {
  expect(await about('M XY 9')).toMatchObject({ says: 'nothingFound', acts: [], code: 'M XY 9', car: null });
});

it('the code of the test leads to the settings, in capitals or not', async () => {
  const found = await about(TEST_CODE.toLowerCase());
  expect(found).toMatchObject({ says: 'testCode', acts: ['toSettings'] });
  expect(await found.act(0)).toBe('#/settings');
});

it('an unreadable copy is shown as its problem', async () => {
  vi.stubGlobal('window', {
    boxwright: {
      directory: { searchCars: () => Promise.resolve({ ok: false, error: makeProblem('unexpected') }) },
    },
  });
  expect(await about('M XY 1')).toMatchObject({ says: 'unexpected', acts: [] });
});

describe('a car', () => {
  it('is opened, or its installation is begun', async () => {
    laptop.cars = [car(1, 'M XY 1')];
    const found = await about('M XY 1');
    expect(found).toMatchObject({ says: 'carFound', acts: ['begin', 'openCar'], car: 'Van 1' });
    expect(await found.act(1)).toBe('#/directory/cars/1');
    expect(await found.act(0)).toBe(`#/jobs/${JOB}`);
    expect(asked).toEqual([
      ['start', { kind: 'installation' }],
      ['chooseCar', { jobId: JOB, carId: 1 }],
    ]);
  });

  it('with an installation under way leads back to that, and begins no second one', async () => {
    laptop.cars = [car(1, 'M XY 1')];
    laptop.jobs = [{ id: JOB, finishedAt: null, car: { id: 1 } }];
    const found = await about('M XY 1');
    expect(found).toMatchObject({ says: 'carUnderWay', acts: ['continue', 'openCar'], car: 'Van 1' });
    expect(await found.act(0)).toBe(`#/jobs/${JOB}`);
    expect(await found.act(1)).toBe('#/directory/cars/1');
    expect(asked).toEqual([]);
  });

  it('that the office planned is begun by its plan, or without it', async () => {
    laptop.cars = [car(1, 'M XY 1')];
    laptop.planned = plannedView(1, 'M XY 1');
    const found = await about('M XY 1');
    expect(found).toMatchObject({
      says: 'carPlanned',
      acts: ['beginPlanned.installation', 'begin', 'openCar'],
      car: 'Van 1',
    });
    expect(askedAbout).toMatchObject([{ car: { id: 1, licensePlate: 'M XY 1' }, kind: null }]);
    expect(await found.act(0)).toBe(`#/jobs/${JOB}`);
    expect(asked).toEqual([['begin', { id: laptop.planned.id, series: null }]]);
  });

  it('that the office planned and the fleet does not have is begun by its plan', async () => {
    laptop.planned = plannedView(1, 'M XY 9');
    expect(await about('M XY 9')).toMatchObject({ says: 'carPlanned', acts: ['beginPlanned.installation'] });
    const byVin = await about('W1V44770513872049', 'vin');
    expect(byVin).toMatchObject({ says: 'carPlanned', acts: ['beginPlanned.installation', 'beginNewCar'] });
    expect(askedAbout).toEqual([
      { car: { id: null, vin: null, licensePlate: 'M XY 9' }, kind: null },
      { car: { id: null, vin: 'W1V44770513872049', licensePlate: null }, kind: null },
    ]);
  });

  it('whose planned job another laptop has stays where the person is', async () => {
    laptop.planned = plannedView(1, 'M XY 9');
    laptop.startRefused = true;
    expect(await (await about('M XY 9')).act(0)).toBe('#/home');
  });

  it('that could be two is chosen in the Directory', async () => {
    laptop.cars = [car(1, 'M XY 1'), car(2, 'MXY1')];
    const found = await about('M XY 1');
    expect(found).toMatchObject({ says: 'severalCars', params: { count: 2 }, acts: ['toCars'], car: null });
    expect(await found.act(0)).toBe('#/directory/cars');
  });

  it('whose installation cannot be begun stays where the person is', async () => {
    laptop.cars = [car(1, 'M XY 1')];
    laptop.startRefused = true;
    const found = await about('M XY 1');
    expect(await found.act(0)).toBe('#/home');
  });

  it('that goes by an unknown VIN is begun as a new one', async () => {
    const found = await about('W1V44770513872049', 'vin');
    expect(found).toMatchObject({ says: 'vinUnknown', acts: ['beginNewCar'] });
    expect(await found.act(0)).toBe(`#/jobs/${JOB}`);
    expect(asked.map(([name]) => name)).toEqual(['start', 'saveDraft']);
    expect(asked[1]?.[1]).toMatchObject({ jobId: JOB, step: 'car' });
    expect(JSON.stringify(asked[1]?.[1])).toContain('W1V44770513872049');
  });
});

describe('a Box', () => {
  const of = async (where: object, family = 'box') => {
    laptop.products = [box(7, where, family)];
    return about('001234021');
  };

  it('in a car leads to the car and to the Box', async () => {
    const found = await of({ known: true, carId: 1, car: car(1, 'M XY 1') });
    expect(found).toMatchObject({
      says: 'boxInCar',
      params: { car: 'M XY 1' },
      acts: ['openCar', 'openBox'],
      car: 'Van 1',
    });
    expect(await found.act(0)).toBe('#/directory/cars/1');
    expect(await found.act(1)).toBe('#/directory/products/7');
  });

  it('in a car without a plate names the car by its brand', async () => {
    const found = await of({ known: true, carId: 1, car: car(1, null, 'Ford') });
    expect(found.params).toEqual({ car: 'Ford' });
  });

  it.each([
    ['that is free', { known: true, carId: null, car: null }, 'boxFree'],
    ['in a car that is not known here', { known: true, carId: 9, car: null }, 'boxSomewhere'],
    ['whose place is not known', { known: false }, 'boxSomewhere'],
  ])('%s begins an installation', async (_which, where, says) => {
    const found = await of(where);
    expect(found).toMatchObject({ says, acts: ['beginWithBox', 'openBox'], car: null });
    expect(await found.act(0)).toBe(`#/jobs/${JOB}`);
    expect(asked).toEqual([
      ['start', { kind: 'installation' }],
      ['saveDraft', { jobId: JOB, step: 'box', draft: JSON.stringify({ serial: '001234021', reason: '' }) }],
    ]);
  });

  it('of another family is only opened, unless it is in a car', async () => {
    const found = await of({ known: true, carId: null, car: null }, 'iq');
    expect(found).toMatchObject({ says: 'product', acts: ['openProduct'] });
    expect(await found.act(0)).toBe('#/directory/products/7');
    expect(await of({ known: true, carId: 1, car: car(1, 'M XY 1') }, 'iq')).toMatchObject({
      says: 'boxInCar',
    });
  });

  it('that could be two is chosen in the Directory', async () => {
    laptop.products = [box(7, {}), box(8, {})];
    const found = await about('001234021');
    expect(found).toMatchObject({ says: 'severalProducts', params: { count: 2 }, acts: ['toProducts'] });
    expect(await found.act(0)).toBe('#/directory/products');
  });
});
