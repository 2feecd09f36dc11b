import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { createChecklists } from '../../../electron/jobs/checklists.ts';
import { readRow } from '../../../electron/db/tables/supervision/jobs.ts';
import { createJobIndex, loadJobIndex } from '../../../electron/supervision/job-index/job-index.ts';
import { chainStates } from '../../../electron/supervision/laptop-logs.ts';
import { checkSome, takeEntries, takeForks, takeSignatures } from '../../../electron/supervision/intake.ts';
import { photosOfOtherJobs } from '../../../electron/supervision/copies-reader.ts';
import { jobPage } from '../../../electron/supervision/job-page.ts';
import { createJobQueries } from '../../../electron/supervision/job-queries.ts';
import { projectSome } from '../../../electron/supervision/project-jobs.ts';
import { openSupervisionFile } from '../../../electron/supervision/copies-file.ts';
import { createWiping } from '../../../electron/supervision/writes.ts';
import { customerId, type JobId } from '../../../shared/ids.ts';
import type { LogEntry, LogChainId, LogFork, LogSignature } from '../../../shared/relay/log.ts';
import { writtenHere } from './written-here.ts';

/** Later than everything in the made-up logs. */
export const NOW = 1_800_000_000_000;

/** For tests in which every entry and job can be read. */
export const rethrow = (cause: unknown): never => {
  throw cause;
};

/** Whose logs they are. */
export const OWNER = { environment: 'uat', customerId: customerId.parse(4711) } as const;

/** Copies in real files of a temporary folder, fed by hand. @param report called for an entry or a job that cannot be read. */
export function openCopies(report: (cause: unknown) => void = rethrow) {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-supervision-'));
  const quiet = () => undefined;
  const queue = openDatabase({
    file: join(folder, 'queue.db'),
    migrations: queueMigrations,
    durability: 'normal',
    onCommitted: quiet,
  });
  const { database } = openSupervisionFile({
    file: join(folder, 'supervision.db'),
    clock: { now: () => NOW },
  });
  const { sqlite } = database;
  const jobIndex = createJobIndex([], []);
  const wiping = createWiping();
  const written = writtenHere(database);
  return {
    folder,
    database,
    written,
    queue,
    jobIndex,
    lookUp: () =>
      createJobQueries({
        sqlite,
        jobIndex: loadJobIndex(sqlite),
        now: () => NOW,
        dayOf: (at) => new Date(at).toISOString().slice(0, 10),
      }),
    take: (chain: LogChainId, laptop: string, entries: readonly LogEntry[]) =>
      database.write((context) =>
        takeEntries(context, { chain, entries, own: false, laptop, continues: null }, report),
      ),
    fork: (fork: LogFork) => database.write((context) => takeForks(context, [fork])),
    /** Everything that is left to do. */
    settle: async () => {
      const step = () => projectSome({ copies: written, queue: queue.sqlite, jobIndex, report }, 7);
      while (
        (await step()) > 0 ||
        (await checkSome(database, 50)) ||
        (await wiping.wipeSome(written, jobIndex))
      );
    },
    /** Every job's row, by its id, and what the job index holds of it. */
    rows: () =>
      sqlite
        .prepare<[], { ordinal: number; job_id: string }>('SELECT ordinal, job_id FROM job ORDER BY job_id')
        .all()
        .map(({ ordinal }) => readRow(sqlite, ordinal)),
    /** The page of one job, on a laptop without checklists of its own. */
    jobPage: (id: JobId) => {
      const page = jobPage(
        {
          sqlite,
          jobIndex: loadJobIndex(sqlite),
          queue: queue.sqlite,
          owner: OWNER,
          checklists: createChecklists({ folder: null, remembered: () => [] }),
          now: NOW,
        },
        id,
      );
      return { ...page, photosOfOthers: [...photosOfOtherJobs(sqlite, page)] };
    },
    sign: (signatures: readonly LogSignature[]) =>
      database.write((context) => takeSignatures(context, signatures)),
    chains: () => chainStates({ sqlite, queue: queue.sqlite, owner: OWNER }),
    close: () => {
      database.close();
      queue.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Copies = ReturnType<typeof openCopies>;
