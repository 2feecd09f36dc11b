import type { MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { jobId } from '../../shared/ids.ts';
import type { LogFork, LogSignature } from '../../shared/relay/log.ts';
import { receivedLogFault, type ReceivedLogFault } from '../../shared/domain/supervision-overview.ts';
import type { Database, WriteContext, Sqlite } from '../db/open.ts';
import {
  clearEverything,
  type FeedRow,
  writeFeed,
  allChains,
  readFeed,
  writeChain,
  ordinalOf,
  entriesFrom,
} from '../db/tables/supervision/logs.ts';
import { markStale, deleteWords, rewriteIndex } from '../db/tables/supervision/jobs.ts';
import { given, rowsOf } from '../db/thread.ts';
import { overwriteFreed } from '../db/file-worker.ts';
import { supervisionMigrations } from '../db/migrations/supervision.ts';
import { serveDatabase } from '../db/rebuildable.ts';
import { checkSome, type Arrival, takeEntries, takeForks, takeOwnName, takeSignatures } from './intake.ts';
import type { IndexRecord, JobIndex } from './job-index/job-index.ts';
import { projectJobs, type StaleJob } from './project-jobs.ts';

/*
 * All writes of supervision.db, as requests to its thread. They are carried out in their order, each in one transaction.
 * The thread reads no other file: rows of queue.db come with the request.
 */

const feed = given<Partial<FeedRow>>();

const supervisionWrite = z.discriminatedUnion('write', [
  /** Deletes all copies: they are read again. */
  z.object({ write: z.literal('clear') }),
  /** Entries of one source, with the position that was reached in it. */
  z.object({
    write: z.literal('entries'),
    arrivals: rowsOf<Arrival>(),
    forks: rowsOf<LogFork>(),
    signatures: rowsOf<LogSignature>(),
    feed,
  }),
  z.object({ write: z.literal('own-name'), laptop: z.string() }),
  z.object({ write: z.literal('feed'), feed }),
  /** Jobs that were reviewed, up to the review of this arrival. */
  z.object({ write: z.literal('reviewed'), jobs: z.array(jobId), review: z.number() }),
  z.object({ write: z.literal('project'), jobs: rowsOf<StaleJob>() }),
  z.object({ write: z.literal('check'), limit: z.number() }),
  /** Overwrites a piece of the removed words. `unmentioned`: the numbers of words that no job contains any more. */
  z.object({ write: z.literal('wipe'), begins: z.boolean(), unmentioned: z.array(z.number()) }),
]);
export type SupervisionWrite = z.infer<typeof supervisionWrite>;

export const supervisionAnswer = z.object({
  /** False = `wipe` has overwritten the last piece. */
  more: z.boolean(),
  /** The failures of single entries or jobs: the others were written. */
  failures: z.array(z.string()),
  /** Of projected jobs, for the job index. */
  records: rowsOf<IndexRecord>(),
  words: z.array(z.tuple([z.number(), z.string()])),
});
export type SupervisionAnswer = z.infer<typeof supervisionAnswer>;

/** Where the requests go. */
export interface WritesSupervision {
  /** Resolves after the commit. */
  readonly ask: (request: SupervisionWrite) => Promise<SupervisionAnswer>;
}

/** Carries out the requests, on the thread of the caller. */
export function createSupervisionWrites(database: Database): WritesSupervision['ask'] {
  const written: SupervisionAnswer = { more: true, failures: [], records: [], words: [] };
  const write = (
    work: (context: WriteContext, report: (cause: unknown) => void) => Partial<SupervisionAnswer> | void,
  ): SupervisionAnswer => {
    const failures: string[] = [];
    const answer = database.write((context) => work(context, (cause) => failures.push(String(cause))));
    return { ...written, ...answer, failures };
  };
  return async (request) => {
    switch (request.write) {
      case 'clear':
        return write(clearEverything);
      case 'entries':
        return write((context, report) => {
          for (const arrival of request.arrivals) takeEntries(context, arrival, report);
          takeForks(context, request.forks);
          takeSignatures(context, request.signatures);
          writeFeed(context, request.feed);
        });
      case 'own-name':
        return write((context) => takeOwnName(context, request.laptop));
      case 'feed':
        return write((context) => writeFeed(context, request.feed));
      case 'reviewed':
        return write((context) => {
          for (const id of request.jobs) {
            const job = ordinalOf(context.sqlite, id);
            if (job !== null) markStale(context, job);
          }
          writeFeed(context, { review: request.review });
        });
      case 'project':
        return write((context, report) => projectJobs(context, request.jobs, report));
      case 'check':
        await checkSome(database, request.limit);
        return written;
      case 'wipe':
        return { ...written, more: wipePiece(database, request) };
    }
  };
}

/** Serves the writes of one supervision.db. */
export function serveSupervision(port: MessagePort, data: unknown): void {
  serveDatabase(port, data, {
    migrations: supervisionMigrations,
    request: supervisionWrite,
    writes: createSupervisionWrites,
  });
}

/** Overwrites the space of removed words in the copies, piece by piece. The work resumes after a restart. */
interface Wiping {
  /** Overwrites one piece after all jobs were projected again; false = nothing to do. */
  readonly wipeSome: (
    copies: WritesSupervision & { readonly sqlite: Sqlite },
    jobIndex: JobIndex,
  ) => Promise<boolean>;
}

export function createWiping(): Wiping {
  let begun = false;
  return {
    wipeSome: async ({ sqlite, ask }, jobIndex) => {
      const { wiping } = readFeed(sqlite);
      if (wiping === 0) return false;
      // More words were removed since, or the app was restarted.
      const begins = !begun || wiping !== 2;
      begun = true;
      const unmentioned = begins ? [...jobIndex.evictUnmentioned()] : [];
      const { more } = await ask({ write: 'wipe', begins, unmentioned });
      begun = more;
      return true;
    },
  };
}

/** Pages of the search index that are rewritten at once: some milliseconds' work. */
const PAGES = 64;

/** One piece; false = it was the last. */
function wipePiece(
  database: Database,
  { begins, unmentioned }: Extract<SupervisionWrite, { write: 'wipe' }>,
): boolean {
  const more = database.write((context) => {
    if (begins) {
      writeFeed(context, { wiping: 2 });
      deleteWords(context, unmentioned);
      blankFaults(context);
    }
    return rewriteIndex(context, PAGES, begins);
  });
  if (more) return true;
  database.write((context) => writeFeed(context, { wiping: 0 }));
  overwriteFreed(database);
  return false;
}

/** A fault names the worker of its entry. */
function blankFaults(context: WriteContext): void {
  for (const row of allChains(context.sqlite)) {
    if (row.fault === null) continue;
    const fault = receivedLogFault.parse(JSON.parse(row.fault));
    const [entry] = entriesFrom(context.sqlite, row.ordinal, fault.number, 1);
    if (entry?.number !== fault.number || entry.redacted !== true || entry.worker !== '') continue;
    const blank: ReceivedLogFault = {
      ...fault,
      entry: fault.entry === null ? null : { ...fault.entry, worker: '' },
      other: fault.other === null ? null : { ...fault.other, worker: '' },
    };
    writeChain(context, { ...row, fault: JSON.stringify(blank) });
  }
}
