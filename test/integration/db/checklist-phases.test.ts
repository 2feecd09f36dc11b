import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/queue-migrations/index.ts';
import { insertJob, readJob } from '../../../electron/db/tables/queue/jobs.ts';
import { installationData } from '../../../electron/jobs/job-data.ts';
import { jobId } from '../../../shared/ids.ts';
import { tempFolder } from './temp-folder.ts';

const begun = {
  template: {
    id: 'van',
    version: 1,
    title: { en: 'Van' },
    items: [{ id: 'battery', type: 'confirm', required: true, text: { en: 'Battery off' } }],
  },
  answers: { battery: true },
};
const box = {
  serialNumber: '0217700123456', lookupSerial: '0217700123456', variant: null, sapNumber: null, label: null,
  productId: null, checks: [], operation: '00000000-0000-4000-8000-0000000000aa',
}; // prettier-ignore
const job = {
  version: 1, kind: 'installation', car: null, key: null, skipped: [], forced: [], box: null, label: null,
  group: null, verification: null, reportLanguage: null,
  checklist: { begun: null, completedAt: null, aside: [] },
}; // prettier-ignore

it.each([
  ['begun by nothing', job, { before: null, after: null, skipped: [] }],
  [
    'with a closed checklist',
    { ...job, checklist: { begun, completedAt: 7_000, aside: [] } },
    { before: 7_000, after: 7_000, skipped: [] },
  ],
  [
    'with a checklist left out',
    { ...job, skipped: ['keyfob', 'fitting'] },
    { before: null, after: null, skipped: ['keyfob', 'fitting', 'before'] },
  ],
  ['with a Box and no answer yet', { ...job, box }, { before: null, after: null, skipped: ['before'] }],
  [
    'with a Box and a begun checklist, which asks everything after it',
    { ...job, box, checklist: { begun, completedAt: null, aside: [] } },
    { before: null, after: null, skipped: [] },
  ],
])('a job of the version before goes on where it stands: one %s', (_name, data, expected) => {
  const file = join(tempFolder(), 'queue.db');
  const open = (migrations: typeof queueMigrations | readonly (typeof queueMigrations)[number][]) => {
    const database = openDatabase({ file, migrations, durability: 'full', onCommitted: () => {} });
    onTestFinished(() => database.close());
    return database;
  };
  const old = open(queueMigrations.filter(({ version }) => version <= 20));
  const id = jobId.parse(crypto.randomUUID());
  old.write(
    (context) =>
    insertJob(context, {
      id, kind: 'installation', worker: 'Bay 3', data: JSON.stringify(data), intent_digest: null,
      started_at: 1, updated_at: 1, finished_at: null,
    }), // prettier-ignore
  );
  old.close();
  const row = readJob(open(queueMigrations).sqlite, id);
  const { checklist, skipped } = installationData.parse(JSON.parse(row?.data ?? '{}'));
  expect({ before: checklist.beforeCompletedAt, after: checklist.completedAt, skipped }).toEqual(expected);
});
