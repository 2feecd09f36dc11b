import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { notable } from '../../operator/seed/notable.ts';
import { startBench } from '../queue/fixture.ts';
import { orderCar, orderInstallation } from '../queue/orders.ts';
import { damage, giveBackups, snapshot } from './damage.ts';
import { backUp, openKept } from './laptop.ts';

const [box] = notable.boxes.free;

/** A laptop that ordered a car and its Box, died, and of whose damaged file these rows cannot be read. */
async function damaged(lose: string) {
  const bench = await startBench();
  const before = bench.open({ start: false });
  await backUp(before.database, bench.file, bench.clock.now());
  const car = orderCar(before);
  const installation = orderInstallation(before, car, box);
  expect(before.row(installation).state).toBe('waiting');
  const file = snapshot(before.database.file);
  const sqlite = new BetterSqlite3(file);
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec(lose);
  sqlite.close();
  giveBackups(dirname(bench.file), file);
  damage(file, { kind: 'header' });
  return { bench, car, installation, file };
}

test('a dependant of an unreadable operation is given to a person, not left waiting', async () => {
  const { bench, installation, file } = await damaged("DELETE FROM operation WHERE kind = 'create-car'");
  const queue = openKept(bench, file);
  await queue.reaches(installation, 'blocked');
  expect(queue.problem(installation)?.code).toBe('dependency-lost');
  expect(bench.operator.journal.executions({ method: 'PUT', path: '/installations' })).toBe(0);
});

test('a lost link is rebuilt from the reference in the payload', async () => {
  const { bench, car, installation, file } = await damaged('DELETE FROM operation_dependency');
  const queue = openKept(bench, file);
  await queue.reaches(car, 'done');
  await queue.reaches(installation, 'done');
  expect(bench.operator.journal.executions({ method: 'PUT', path: '/installations' })).toBe(1);
});

test('a dependant of a done operation is reconciled and goes on by itself', async () => {
  const { bench, installation, file } = await damaged(
    `UPDATE operation SET state = 'done', confirmed_by = 'answer', finished_at = updated_at WHERE kind = 'create-car';
     INSERT INTO binding (operation_id, field, value) SELECT id, 'id', 20001 FROM operation WHERE kind = 'create-car';
     UPDATE operation SET maybe_sent_at = updated_at, context = NULL WHERE kind = 'install'`,
  );
  const queue = openKept(bench, file);
  await queue.reaches(installation, 'done');
  expect(bench.operator.journal.executions({ method: 'PUT', path: '/installations' })).toBe(1);
});
