import { afterAll, beforeAll, expect, test } from 'vitest';
import { nowAtOperator } from '../../../electron/supervision/now-at-operator.ts';
import { emptyFacts, type JobFacts } from '../../../electron/supervision/projection/job-facts.ts';
import type { NowKind } from '../../../shared/domain/supervision-job.ts';
import type { VerificationPhase } from '../../../shared/domain/proof.ts';
import { logChainId } from '../../../shared/relay/log.ts';
import { MINUTE } from '../../../shared/time.ts';
import { type Stage, startStage } from '../operator-contract/stage.ts';
import { systemClock } from '../operator/fixture.ts';

const BEGUN = Date.parse('2026-07-23T09:00:00Z');

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ name: 'as assumed', settings: {}, assumptions: {} });
});
afterAll(() => stage.end());

/** An installation that went as it should, as the log tells it, and the operator's state to it. */
function fitted() {
  const { make, operator } = stage;
  const [car, user] = [make.car(), make.user()];
  const { serialNumber, productId } = make.box(car);
  const group = make.group({ cars: [car] });
  const resource = operator.state.cars.get(car);
  if (resource === undefined) throw new Error('no car');
  resource.licensePlate = `M NOW ${car}`;
  resource.vin = `WF0XXXTTGX${car}`;
  resource.model = 'Crafter';
  const place = { chain: logChainId.parse('c0000000-0000-4000-8000-000000000001'), number: 1 };
  const facts: JobFacts = {
    ...emptyFacts({ at: BEGUN, worker: 'Jo', place }),
    lastFinishedAt: BEGUN + 60_000,
    car: {
      id: car,
      plate: resource.licensePlate,
      name: resource.name,
      vin: resource.vin,
      brand: 'VW',
      model: 'Crafter',
      confirmed: true,
      at: BEGUN,
    },
    box: {
      serial: serialNumber,
      sentAs: serialNumber,
      variant: null,
      sap: null,
      variantChecked: true,
      operation: null,
      asked: true,
      refused: false,
      confirmed: true,
      at: BEGUN,
    },
    group: { name: operator.state.groups.get(group)?.name ?? '', confirmed: true },
  };
  facts.access = { ...facts.access, phase: 'removed', user, opened: true, closed: true };
  return { facts, car, user, productId, group, resource, state: operator.state };
}
type Fitted = ReturnType<typeof fitted>;

const ask = (facts: JobFacts) => nowAtOperator({ client: stage.client, clock: systemClock }, facts);

test('operator state that equals the log is shown as equal', async () => {
  const { facts } = fitted();
  const now = await ask(facts);
  expect(now.differences).toEqual([]);
  expect(now.unanswered).toEqual([]);
  expect(now.same.toSorted()).toEqual(['accesses', 'box', 'car', 'group']);
  expect(now.askedAt).toBeGreaterThan(BEGUN);
});

test.each<[NowKind, (fitted: Fitted) => Record<string, unknown>]>([
  [
    'car-plate',
    ({ resource }) => {
      const before = resource.licensePlate;
      resource.licensePlate = 'K NEW 1';
      return { logged: before, found: 'K NEW 1' };
    },
  ],
  [
    'car-vin',
    ({ resource }) => {
      const before = resource.vin;
      resource.vin = 'WF0XXXTTGX0000000';
      return { logged: before, found: 'WF0XXXTTGX0000000' };
    },
  ],
  [
    'car-model',
    ({ resource }) => {
      resource.model = 'Transporter';
      return { logged: 'VW Crafter', found: 'VW Transporter' };
    },
  ],
  [
    'box-in-another-car',
    ({ state, productId, facts }) => {
      const other = stage.make.car();
      const product = state.products.get(productId);
      if (product !== undefined) product.carId = other;
      return { serial: facts.box?.serial, car: `Van ${other}` };
    },
  ],
  [
    'box-not-fitted',
    ({ state, productId, facts }) => {
      const product = state.products.get(productId);
      if (product !== undefined) product.carId = null;
      return { serial: facts.box?.serial };
    },
  ],
  [
    'another-box-in-car',
    ({ state, productId, car, facts }) => {
      const product = state.products.get(productId);
      if (product !== undefined) product.carId = null;
      return { serial: facts.box?.serial, found: stage.make.box(car).serialNumber };
    },
  ],
  [
    'box-unknown',
    ({ state, productId, facts }) => {
      state.products.delete(productId);
      return { serial: facts.box?.serial };
    },
  ],
  [
    'not-in-group',
    ({ state, group, car, facts }) => {
      state.groups.get(group)?.carIds.delete(car);
      return { group: facts.group?.name };
    },
  ],
  ['test-access-open', ({ car, user }) => ({ number: stage.make.assignment({ car, user }) })],
])('%s is the one difference shown, with both values', async (kind, changes) => {
  const job = fitted();
  const params = changes(job);
  const now = await ask(job.facts);
  expect(now.differences).toMatchObject([
    {
      kind,
      log: { key: `supervision.now.${kind}.log`, params },
      operator: { key: `supervision.now.${kind}.operator`, params },
    },
  ]);
  expect(now.unanswered).toEqual([]);
});

test('a car that is gone is shown, and so is a Box that was to leave and is still there', async () => {
  const gone = fitted();
  gone.state.cars.delete(gone.car);
  expect((await ask(gone.facts)).differences.map(({ kind }) => kind)).toContain('car-gone');

  const { facts } = fitted();
  const serial = facts.box?.serial ?? '';
  const removal: JobFacts = {
    ...facts,
    kind: 'removal',
    box: null,
    oldBox: {
      serial,
      reason: 'car-leaves',
      words: '',
      confirmed: true,
      asked: true,
      operation: null,
      refused: false,
    },
  };
  expect((await ask(removal)).differences).toMatchObject([
    { kind: 'box-still-in-car', log: { params: { serial } } },
  ]);
});

test('an access of a colleague, or from before the job, does not belong to the job', async () => {
  const { facts, car, user, state } = fitted();
  stage.make.assignment({ car });
  const earlier = state.assignments.get(stage.make.assignment({ car, user }));
  if (earlier !== undefined) earlier.start = '2026-07-01T10:00:00Z';
  expect((await ask(facts)).differences).toEqual([]);
});

test('an earlier test access that was removed is looked for while the newest one is open', async () => {
  const { facts, car, user, state } = fitted();
  const made = (minutes: number) => {
    const number = stage.make.assignment({ car, user });
    const found = state.assignments.get(number);
    if (found !== undefined) found.start = new Date(BEGUN + minutes * MINUTE).toISOString();
    return number;
  };
  const earlier = { ...facts.access, order: 1, create: 'first', startedAt: BEGUN + 10 * MINUTE };
  const newest = { ...earlier, order: 2, create: 'second', startedAt: BEGUN + 30 * MINUTE };
  const accesses = new Map([earlier, newest].map((one) => [one.create, one]));
  const withNewest = (phase: VerificationPhase): JobFacts => {
    const access = { ...newest, phase };
    return { ...facts, access, accesses: new Map(accesses).set('second', access) };
  };
  const left = async (of: JobFacts) => (await ask(of)).differences.map(({ log }) => log.params['number']);
  made(31);
  expect(await left(withNewest('confirmed'))).toEqual([]);
  const number = made(11);
  expect(await left(withNewest('confirmed'))).toEqual([number]);
  // Requested, and not yet at the operator.
  state.assignments.delete(number - 1);
  expect(await left(withNewest('requested'))).toEqual([number]);
});

test('a subject that the log does not identify is not requested, and the page says so', async () => {
  const { facts } = fitted();
  const now = await ask({ ...facts, car: null, group: null });
  expect(now.differences).toEqual([]);
  expect(now.unanswered.every(({ problem }) => problem === null)).toBe(true);
  expect(now.unanswered.map(({ what }) => what).toSorted()).toEqual(['accesses', 'box', 'car', 'group']);
});

test('a missing answer of the operator is shown with its reason, beside the others', async () => {
  const { facts, car } = fitted();
  stage.operator.faults.add({
    method: 'GET',
    path: `/cars/${car}/assignments`,
    count: 1,
    effect: { kind: 'status', status: 500, body: '"Out of order"' },
  });
  const now = await ask(facts);
  expect(now.same.toSorted()).toEqual(['box', 'car', 'group']);
  expect(now.unanswered).toMatchObject([{ what: 'accesses', problem: { code: 'operator-failing' } }]);
});
