import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { loadJobIndex } from '../../../electron/supervision/job-index/job-index.ts';
import { createJobQueries } from '../../../electron/supervision/job-queries.ts';
import { openSupervisionFile } from '../../../electron/supervision/copies-file.ts';

/** Later than everything in the made-up logs. */
export const NOW = 1_800_000_000_000;

const quiet = () => undefined;

/** An empty queue.db: no reviews, no log of its own. */
export const openQueue = (file: string) =>
  openDatabase({ file, migrations: queueMigrations, durability: 'normal', onCommitted: quiet });

/** supervision.db as the app opens it. */
export const openFleet = (file: string) => openSupervisionFile({ file, clock: { now: () => NOW } }).database;

/** The app's view of it: the columns in memory, and the questions. */
export function answering(sqlite: ReturnType<typeof openFleet>['sqlite']) {
  const jobIndex = loadJobIndex(sqlite);
  const dayOf = (at: number) => {
    const day = new Date(at);
    return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`;
  };
  return { jobIndex, lookUp: createJobQueries({ sqlite, jobIndex, now: () => NOW, dayOf }) };
}
