import { rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import { customerId } from '../../../shared/ids.ts';
import { type Surroundings, surroundings } from './surroundings.ts';
import { executions, wholeJob } from './the-job.ts';
import { AMPLE_SECONDS } from '../../runner/patience.ts';

const queueFile = ({ dataDir, operator }: Surroundings, customer = 4711) =>
  profileFolder(dataDir, {
    address: { environment: 'uat', baseUrl: operator.url },
    customerId: customerId.parse(customer),
  }).queueFile;

test('work saved by a newer version ends the run at once, untouched', async (context) => {
  const place = await surroundings(context);
  const args = ['--job', place.jobFile({ car: wholeJob.car })];
  expect((await place.run(args).ended).code).toBe(0);
  const database = new BetterSqlite3(queueFile(place));
  database.pragma('user_version = 9999');
  database.close();

  const { code, stderr, lines } = await place.run([...args, '--again']).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/^The work on this laptop was saved by a newer version of the app/);
  expect(lines).toMatchObject([{ event: 'end', code: 2, problem: 'database-newer' }]);
  expect(executions(place.operator)).toMatchObject({ 'PUT /cars': 1 });
});

test('the local copies may be thrown away between two runs', async (context) => {
  const place = await surroundings(context, { latencyMs: 25 });
  const args = ['--job', place.jobFile(wholeJob), '--timeout', AMPLE_SECONDS];
  const first = place.run(args);
  await first.line(({ kind, state }) => kind === 'install' && state === 'sending');
  first.child.kill('SIGKILL');
  await first.ended;
  for (const side of ['', '-wal', '-shm']) {
    rmSync(join(queueFile(place), '..', `directory.db${side}`), { force: true });
  }
  expect(await place.run(args).ended).toMatchObject({ code: 0, stderr: '' });
  expect(executions(place.operator)).toMatchObject({ 'PUT /cars': 1, 'PUT /installations': 1 });
});

test('customers are kept apart: the same job.json for another one is another job', async (context) => {
  const place = await surroundings(context);
  const args = ['--job', place.jobFile({ car: wholeJob.car })];
  const first = await place.run(args).ended;
  const other = await place.run(args, { BOXWRIGHT_CUSTOMER_ID: '4712' }).ended;
  expect([first.code, other.code]).toEqual([0, 0]);
  expect(other.lines[0]).toMatchObject({ event: 'job', state: 'started' });
  const cars = [...place.operator.state.cars.values()].filter(({ vin }) => vin === wholeJob.car.vin);
  expect(new Set(cars.map((car) => car.customerId))).toEqual(new Set([4711, 4712]));
});
