import { expect, test } from 'vitest';
import { logOfOperation } from '../../../electron/db/tables/queue/log-entries.ts';
import { type OperationRow, readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { removeUserByAddressKind } from '../../../electron/operations/queue/kinds/remove-user-by-address.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { operationState } from '../../../shared/domain/operation.ts';
import { type JobBench, known, openJobs } from '../jobs/bench.ts';

function rowOf({ database }: JobBench, id: OperationId): OperationRow {
  const row = readOperation(database.sqlite, id);
  if (row === undefined) throw new Error(`no operation ${id}`);
  return row;
}

/** A new car with its Box waiting for it. */
function ordered() {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, { licensePlate: 'M XY 1', vin: '', brand: 'Ford', model: '', name: '' });
  installBox(bench.parts, job, known.box);
  const [car, box] = bench.operations(job);
  if (car === undefined || box === undefined) throw new Error('a car and its Box were ordered');
  return { bench, car, box };
}

test('an order is named by the corrected car only while nothing of it was sent', () => {
  const renamed = operationState.options.filter((state) => {
    const { bench, car, box } = ordered();
    bench.becomes(box.id, state);
    bench.commands.correct(car.id, { licensePlate: 'M XY 2' });
    return rowOf(bench, box.id).payload.includes('M XY 2');
  });
  expect(renamed.toSorted()).toEqual(['held', 'waiting']);
});

test('a correction that renames nothing leaves the car’s dependants as they are', () => {
  const { bench, car, box } = ordered();
  const before = rowOf(bench, box.id);
  bench.commands.correct(car.id, { brand: 'Opel' });
  expect(rowOf(bench, car.id).payload).toContain('Opel');
  expect(rowOf(bench, box.id)).toEqual(before);
});

test('a dependant of the car that cannot be read does not prevent its correction', () => {
  const { bench, car, box } = ordered();
  bench.database.write(({ sqlite }) =>
    sqlite.prepare<[string, string]>('UPDATE operation SET payload = ? WHERE id = ?').run('{}', box.id),
  );
  bench.commands.correct(car.id, { licensePlate: 'M XY 2' });
  expect(rowOf(bench, box.id).payload).toBe('{}');
});

test('a corrected address of a user is in no entry of the log; the corrected name of a car is', () => {
  const { bench, car } = ordered();
  const removal = bench.parts.ids.operation();
  bench.database.write((context) =>
    enqueue(
      context,
      bench.parts.target,
      {
        id: removal,
        kind: removeUserByAddressKind,
        payload: { emailAddress: 'jo@operator.example' },
        job: null,
      },
      bench.parts.clock.now(),
    ),
  );
  bench.commands.correct(removal, { emailAddress: 'jo.b@operator.example' });
  expect(rowOf(bench, removal).payload).toContain('jo.b@operator.example');
  const [entry] = logOfOperation(bench.database.sqlite, removal).filter(
    ({ type }) => type === 'operation-corrected',
  );
  expect(entry).toBeDefined();
  expect(entry?.data).not.toContain('operator.example');

  bench.commands.correct(car.id, { licensePlate: 'M XY 2' });
  const logged = logOfOperation(bench.database.sqlite, car.id).find(
    ({ type }) => type === 'operation-corrected',
  );
  expect(JSON.parse(logged?.data ?? '')).toMatchObject({
    'licensePlate before': 'M XY 1',
    'licensePlate after': 'M XY 2',
  });
});
