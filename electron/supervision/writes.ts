import { z } from 'zod';
import { jobId } from '../../shared/ids.ts';
import type { LogFork, LogSignature } from '../../shared/relay/log.ts';
import type { Database, WriteContext } from '../db/open.ts';
import { clearEverything, type FeedRow, writeFeed } from '../db/tables/supervision/chains.ts';
import { ordinalOf } from '../db/tables/supervision/entries.ts';
import { markStale } from '../db/tables/supervision/jobs.ts';
import { given, rowsOf } from '../db/thread.ts';
import { checkSome } from './check-chains.ts';
import { type Arrival, takeEntries, takeForks, takeOwnName, takeSignatures } from './intake.ts';
import type { IndexRecord } from './job-index/record.ts';
import { projectJobs, type StaleJob } from './project-jobs.ts';
import { wipePiece } from './wiping.ts';

/*
 * All writes of supervision.db, as requests to its thread. They are carried out in their order, each in one transaction.
 * The thread reads no other file: rows of queue.db come with the request.
 */

const feed = given<Partial<FeedRow>>();

export const supervisionWrite = z.discriminatedUnion('write', [
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
