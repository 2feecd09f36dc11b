import { expect, test } from 'vitest';
import { loadInstallation } from '../../../electron/jobs/change.ts';
import { fittingOf, preflightChecks } from '../../../electron/jobs/preflight.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar, createCar } from '../../../electron/jobs/steps/car.ts';
import { takeKey } from '../../../electron/jobs/steps/box.ts';
import type { PreflightCheck } from '../../../shared/domain/boxes.ts';
import { productId, serviceId } from '../../../shared/ids.ts';
import { createTexts } from '../../../shared/words/texts.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs, someKey } from './bench.ts';

/** The numbers of the bench's two Boxes. */
const [BOX, OTHER_BOX] = [productId.parse(270_001), productId.parse(270_002)];
const newCar = { name: 'Van 12', licensePlate: '', vin: '', brand: 'Ford', model: '' };

/** The checks of a serial on the job that `arrange` makes of an installation of the known car. */
function checksOf(
  arrange: (bench: JobBench, job: ReturnType<typeof startJob>) => void,
  serial: string = known.box,
) {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  takeKey(bench.parts, job, someKey);
  arrange(bench, job);
  const loaded = loadInstallation(bench.database.sqlite, job);
  return preflightChecks(bench.parts, fittingOf(bench.parts, loaded, serial), serial).checks;
}

const line = ({ check, state, says: { key } }: PreflightCheck) =>
  `${state}: ${key.replace(`checks.${check}.`, `${check} `)}`;

/** Where the lists of services and of the car's products were never read: what was not read proves nothing. */
const asItShouldBe = [
  'passed: variant right',
  'passed: free free',
  'unchecked: service unknown',
  'unchecked: car-empty unknown',
];

/** A situation, the line that it changes, and the problem that names it. */
const situations: readonly (readonly [
  string,
  (bench: JobBench, job: ReturnType<typeof startJob>) => void,
  string,
  string | null,
])[] = [
  [
    'a key that wants another variant',
    ({ parts }, job) => takeKey(parts, job, { ...someKey, boxSapNumber: 'SAP-300' }),
    'refused: variant wrong',
    null,
  ],
  [
    'a key that names no Box',
    ({ parts }, job) => takeKey(parts, job, { ...someKey, boxSapNumber: null }),
    'unchecked: variant no-key',
    null,
  ],
  [
    'a Box that sits in another car',
    ({ directory }) => directory.recordProductCar(BOX, known.otherCar),
    'refused: free in-another-car',
    'box-in-another-car',
  ],
  [
    'a Box that sits in this car already',
    ({ directory }) => directory.recordProductCar(BOX, known.car),
    'passed: free in-this-car',
    null,
  ],
  [
    'a Box with a service',
    ({ directory }) => directory.recordService(serviceOf(BOX)),
    'passed: service active',
    null,
  ],
  [
    'a car that holds another Box',
    ({ directory }) => directory.recordProductCar(OTHER_BOX, known.car),
    'refused: car-empty occupied',
    'car-holds-another-box',
  ],
  [
    'a car that is not at the operator yet',
    ({ parts }, job) => createCar(parts, job, newCar),
    'passed: car-empty new-car',
    null,
  ],
];

const serviceOf = (product: typeof BOX) => ({
  id: serviceId.parse(1),
  name: 'Telematics',
  productId: product,
  isTerminated: false,
  terminationDate: null,
  terminationCause: null,
});

test('a matching Box passes every check that local copies can answer, and the rest stays unchecked', () => {
  expect(checksOf(() => undefined).map(line)).toEqual(asItShouldBe);
});

test.each(situations)('%s changes its own line alone', (_name, arrange, changed, problem) => {
  const checks = checksOf(arrange);
  const about = changed.split(' ')[1] ?? '';
  expect(checks.map(line)).toEqual(
    asItShouldBe.map((usual) => (usual.includes(`: ${about} `) ? changed : usual)),
  );
  expect(checks.find(({ check }) => check === about)?.problem?.code ?? null).toBe(problem);
});

const [NOBODYS, NOW] = ['009999999', Date.UTC(2026, 10, 21, 8)];

test('a Box that the operator has just answered not to know is refused', () => {
  expect(checksOf(({ liveAnswers }) => liveAnswers.noteBox(NOBODYS, NOW), NOBODYS).map(line)).toEqual([
    'refused: known nobody-knows',
    'unchecked: free unknown',
    'unchecked: car-empty unknown',
  ]);
});

test('a later answer of the operator takes the refusal back', () => {
  const checks = checksOf(({ liveAnswers }) => {
    liveAnswers.noteBox(NOBODYS, NOW);
    liveAnswers.noteBox(NOBODYS, null);
  }, NOBODYS);
  expect(checks.map(({ state }) => state)).not.toContain('refused');
});

test('a serial that fits several Boxes is refused and names them', () => {
  const checks = checksOf(({ directory }) => {
    directory.recordProduct({ ...twin, serialNumber: '00-1234-021' });
  }, '1234 021');
  expect(checks[0]).toMatchObject({ check: 'known', state: 'refused', problem: { code: 'box-ambiguous' } });
  expect(checks[0]?.says.params['serials']).toContain('00-1234-021');
});

const twin = {
  id: productId.parse(270_009),
  uniqueId: 'TWIN',
  serialNumber: '',
  sapNumber: 'SAP-300',
  type: 'Box',
  carId: null,
};

test('a Box that has no service by the operator’s live answer is refused', () => {
  const checks = checksOf(({ liveAnswers }) => liveAnswers.noteService(BOX, NOW));
  expect(checks.find(({ check }) => check === 'service')).toMatchObject({
    state: 'refused',
    asOf: NOW,
    problem: { code: 'box-without-service' },
  });
});

test('a service that was read after that answer counts more', () => {
  const checks = checksOf(({ liveAnswers, directory }) => {
    liveAnswers.noteService(BOX, NOW - 1);
    directory.recordService(serviceOf(BOX));
  });
  expect(checks.find(({ check }) => check === 'service')?.state).toBe('passed');
});

test('an unknown serial only gets another check later', () => {
  expect(checksOf(() => undefined, NOBODYS).map(line)).toEqual([
    'unchecked: known no-list',
    'unchecked: variant not-read',
    'unchecked: free unknown',
    'unchecked: car-empty unknown',
  ]);
});

test('every line has its text; another test compares the languages', () => {
  const words = createTexts('en');
  for (const [, arrange] of situations) {
    for (const { says } of checksOf(arrange)) expect(words.t(says.key, says.params)).not.toContain(says.key);
  }
});

test('an invalid serial is refused before any lookup', () => {
  expect(problemCodeOf(() => checksOf(() => undefined, ' '))).toBe('serial-missing');
});
