import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/queue-migrations/index.ts';
import { jobsHolding } from '../../../electron/db/tables/queue/job-search.ts';
import { dataFolder } from '../jobs/bench.ts';

test('jobs of an app that could not find them yet are found after the update', () => {
  const file = join(dataFolder(), 'queue.db');
  const open = (versions: number) =>
    openDatabase({
      file,
      migrations: queueMigrations.slice(0, versions),
      durability: 'full',
      onCommitted: () => undefined,
    });
  const searchable = queueMigrations.findIndex(({ sql }) => sql.includes('job_search')) + 1;
  const before = open(searchable - 1);
  const add = before.sqlite.prepare<[string, string]>(
    `INSERT INTO job (id, kind, worker, data, started_at, updated_at) VALUES (?, 'installation', '', ?, 1, 1)`,
  );
  const car = { licensePlate: 'M ÖX 1077', vin: null, name: 'Van', brand: null, model: null };
  add.run('with-car', JSON.stringify({ car, box: { serialNumber: '001-234' } }));
  add.run('just-begun', JSON.stringify({ car: null, box: null }));
  before.close();
  const after = open(queueMigrations.length);
  const found = (words: readonly string[]) => jobsHolding(after.sqlite, words, 9).map(({ id }) => id);
  expect(found(['M0X1077'])).toEqual(['with-car']);
  expect(found(['001234'])).toEqual(['with-car']);
  expect(found(['JUST'])).toEqual([]);
  after.close();
});
