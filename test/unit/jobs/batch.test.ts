import { expect, test } from 'vitest';
import {
  checkRow,
  readOpenCars,
  beginPlanned,
  dropPlanned,
  listPlanned,
  planCars,
} from '../../../electron/jobs/batch.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import {
  type BatchRow,
  createRowCheck,
  foldHeading,
  guessColumns,
  mappingOf,
  rowOf,
} from '../../../shared/domain/batch.ts';
import { batchCalls } from '../../../shared/ipc/calls/planned-work.ts';
import { carId, productId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { dataFolder, type JobBench, known, openJobs } from './bench.ts';

const empty: BatchRow = {
  line: 2,
  licensePlate: '',
  vin: '',
  name: '',
  brand: '',
  model: '',
  serial: '',
  group: '',
  key: '',
};
const row = (line: number, said: Partial<BatchRow>): BatchRow => ({ ...empty, line, ...said });
const parts = ({ parts: jobs, directory }: JobBench) => ({ ...jobs, directory });
const stateOf = (bench: JobBench, said: Partial<BatchRow>) => {
  const { sqlite } = bench.database;
  const verdict = checkRow({ sqlite, directory: bench.directory }, readOpenCars(sqlite), row(2, said));
  return [verdict.state, ...verdict.says.map(({ key }) => key)];
};

test('headings of four languages find their field, an earlier choice comes first, and no field is taken twice', () => {
  expect(guessColumns(['Kennzeichen', 'FIN', 'Seriennummer', 'Bemerkung'], {})).toEqual([
    'licensePlate',
    'vin',
    'serial',
    null,
  ]);
  expect(guessColumns(['Plaque d’immatriculation', 'Clé', 'Marque'], {})).toEqual([
    'licensePlate',
    'key',
    'brand',
  ]);
  expect(guessColumns(['Bastidor', 'VIN'], {})).toEqual(['vin', null]);
  expect(guessColumns(['constructor', 'VIN'], {})).toEqual([null, 'vin']);
  const headings = ['VIN', 'Remark'];
  const remembered = mappingOf(headings, [null, 'vin']);
  expect(guessColumns(['vin ', 'REMARK'], remembered)).toEqual([null, 'vin']);
  expect(foldHeading('Schlüssel-Form')).toBe('schlusselform');
  expect(foldHeading('x'.repeat(300))).toBe('x'.repeat(200));
});

test('a row that cannot be planned says why in a sentence, and a car or Box that stands twice names the line before', () => {
  const check = createRowCheck();
  const verdict = (line: number, said: Partial<BatchRow>) => {
    const { state, says } = check(row(line, said));
    return [state, ...says.map(({ key, params }) => `${key} ${Object.values(params).join()}`.trim())];
  };
  expect(verdict(2, { licensePlate: 'M AB 1', serial: '00123' })).toEqual(['ready']);
  expect(verdict(3, { brand: 'Ford' })).toEqual(['refused', 'batch.row.no-car']);
  expect(verdict(4, { licensePlate: 'm-ab 1' })).toEqual(['refused', 'batch.row.same-plate 2']);
  expect(verdict(5, { licensePlate: 'M AB 2', serial: '123' })).toEqual([
    'refused',
    'batch.row.same-serial 2',
  ]);
  expect(verdict(6, { vin: 'WÄ0EXXTTRE4A12345' })).toEqual(['refused', 'batch.row.vin Ä']);
  expect(verdict(7, { name: 'x'.repeat(201) })).toEqual(['refused', 'batch.row.too-long 200']);
  expect(verdict(8, { name: 'Van', serial: '#' })).toEqual(['refused', 'batch.row.serial #']);
  expect(verdict(9, { vin: 'WF0EXX12345' })).toEqual(['warned', 'flow.car.hint.vin-length 11']);
});

test('importing asks nothing of the operator, and the same list twice makes nothing twice, also after a restart', () => {
  const folder = dataFolder();
  const bench = openJobs(folder);
  const list = [row(2, { licensePlate: 'M BX 1077' }), row(3, { licensePlate: 'M XY 7', brand: 'Ford' })];
  expect(planCars(parts(bench), 'monday.csv', list)).toEqual({ planned: 2, there: 0 });
  bench.database.close();
  const again = openJobs(folder);
  expect(planCars(parts(again), 'tuesday.csv', list)).toEqual({ planned: 0, there: 2 });
  const page = listPlanned(again.database.sqlite, 'mxy', 10, 0);
  expect(page).toMatchObject({ found: 1, total: 2, rows: [{ file: 'monday.csv', line: 3 }] });
  expect(again.database.sqlite.prepare('SELECT count(*) AS n FROM operation').get()).toEqual({ n: 0 });
  expect(again.database.sqlite.prepare('SELECT count(*) AS n FROM job').get()).toEqual({ n: 0 });
});

test('a long list can be shown to its end', () => {
  const bench = openJobs();
  const list = Array.from({ length: 450 }, (_, index) => row(index + 2, { licensePlate: `M LX ${index}` }));
  planCars(parts(bench), 'long.csv', list);
  const asked = batchCalls['batch.planned'].input.parse({ text: '', limit: 500, offset: 0 });
  expect(listPlanned(bench.database.sqlite, asked.text, asked.limit, asked.offset).rows).toHaveLength(450);
});

test('one row that is refused keeps the whole list from being planned', () => {
  const bench = openJobs();
  const list = [row(2, { licensePlate: 'M BX 1077' }), row(3, { brand: 'Ford' })];
  expect(problemCodeOf(() => planCars(parts(bench), 'list.csv', list))).toBe('input-invalid');
  expect(listPlanned(bench.database.sqlite, '', 10, 0).total).toBe(0);
});

test('a planned car is begun once with the car of the fleet; its row does not return when it is finished', () => {
  const bench = openJobs();
  const list = [row(2, { licensePlate: 'M-BX 1077', serial: known.box, group: 'Bay 3 arrivals' })];
  planCars(parts(bench), 'list.csv', list);
  const [planned] = listPlanned(bench.database.sqlite, '', 10, 0).rows;
  if (planned === undefined) throw new Error('a car is planned');
  const job = beginPlanned(parts(bench), planned.id);
  expect(beginPlanned(parts(bench), planned.id)).toBe(job);
  expect(bench.view(job)).toMatchObject({
    car: { id: known.car },
    box: null,
    group: null,
    planned: { serial: known.box, line: 2 },
  });
  expect(bench.queued(job)).toEqual([]);
  finishJob(bench.parts, job);
  expect(planCars(parts(bench), 'list.csv', list)).toEqual({ planned: 0, there: 1 });
});

test('a car that is fitted without the list leaves it, and one taken off can be planned again', () => {
  const bench = openJobs();
  const list = [row(2, { licensePlate: 'M BX 1077' }), row(3, { licensePlate: 'M BX 1042' })];
  planCars(parts(bench), 'list.csv', list);
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  const left = listPlanned(bench.database.sqlite, '', 10, 0).rows;
  expect(left.map(({ licensePlate }) => licensePlate)).toEqual(['M BX 1042']);
  dropPlanned(
    bench.parts,
    left.map(({ id }) => id),
  );
  expect(planCars(parts(bench), 'list.csv', list)).toEqual({ planned: 1, there: 1 });
});

test('open jobs, planned cars and unknown groups are shown before anything is planned', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  expect(stateOf(bench, { licensePlate: 'MBX1077' })).toEqual(['there', 'batch.row.open-job']);
  planCars(parts(bench), 'list.csv', [row(2, { licensePlate: 'M BX 1042', serial: known.otherBox })]);
  expect(stateOf(bench, { licensePlate: 'M ZZ 1', serial: known.otherBox })).toEqual([
    'there',
    'batch.row.planned',
  ]);
  expect(stateOf(bench, { licensePlate: 'M ZZ 1', group: 'Night shift' })).toEqual([
    'warned',
    'batch.row.new-group',
  ]);
  expect(stateOf(bench, { licensePlate: 'M ZZ 1', group: 'bay 3 arrivals' })).toEqual(['ready']);
});

test('a car that two records claim, a Box in another car and an unknown key are warnings, each by its name', () => {
  const bench = openJobs();
  const { directory } = bench;
  const vin = 'W1V44770513872041';
  const other = { id: carId.parse(20_003), name: 'Van 3', description: null, brand: 'Ford', model: null };
  directory.recordCar({ ...other, licensePlate: 'M BX 3', vin });
  expect(stateOf(bench, { vin })).toEqual(['ready']);
  expect(stateOf(bench, { vin, licensePlate: 'M BX 1042' })).toEqual(['warned', 'batch.row.two-cars']);
  expect(stateOf(bench, { vin, licensePlate: 'M BX 3' })).toEqual(['ready']);
  expect(stateOf(bench, { vin, brand: 'Ford', key: 'No such key' })).toEqual(['warned', 'batch.row.no-key']);

  directory.recordProductCar(productId.parse(270_001), other.id);
  expect(stateOf(bench, { vin })).toEqual(['warned', 'batch.row.holds-box']);
  expect(stateOf(bench, { vin, serial: known.box })).toEqual(['warned', 'batch.row.holds-box']);
  expect(stateOf(bench, { licensePlate: 'M BX 1042', serial: known.box })).toEqual([
    'warned',
    'batch.row.box-elsewhere',
  ]);

  directory.recordCar({ ...other, id: carId.parse(20_004), licensePlate: 'M BX 1042', vin: null });
  expect(stateOf(bench, { licensePlate: 'M BX 1042' })).toEqual(['warned', 'batch.row.several']);
});

test('a planned car is begun with the car of its VIN, whatever its plate was once', () => {
  const bench = openJobs();
  const vin = 'W1V44770513872041';
  const id = carId.parse(20_003);
  bench.directory.recordCar({
    id,
    name: 'Van 3',
    description: null,
    licensePlate: 'M BX 3',
    vin,
    brand: 'Ford',
    model: null,
  });
  planCars(parts(bench), 'list.csv', [row(2, { vin, licensePlate: 'M BX 1042' })]);
  const [planned] = listPlanned(bench.database.sqlite, '', 10, 0).rows;
  if (planned === undefined) throw new Error('a car is planned');
  expect(bench.view(beginPlanned(parts(bench), planned.id)).car?.id).toBe(id);
});

test('five thousand rows are planned in one go', () => {
  const bench = openJobs();
  const list = Array.from({ length: 5000 }, (_, index) => row(index + 2, { licensePlate: `M AA ${index}` }));
  expect(planCars(parts(bench), 'fleet.csv', list)).toEqual({ planned: 5000, there: 0 });
});

test('cells are taken by the columns’ meaning', () => {
  expect(rowOf(7, ['x', ' M AB 1 '], [null, 'licensePlate'])).toEqual(row(7, { licensePlate: 'M AB 1' }));
});
