import type { LogContinues, LogEntry } from '../../shared/relay/log.ts';
import { LOG_CHAIN_START } from '../../shared/relay/log.ts';
import type { Database, Sqlite } from '../db/open.ts';
import { chainOfEntry, countChains } from '../db/tables/queue/relay-exchange.ts';
import { lastLogEntry, logFrom } from '../db/tables/queue/log-entries.ts';
import { reviewedSince } from '../db/tables/queue/reviews.ts';
import { ordinalOf } from '../db/tables/supervision/entries.ts';
import { allChains, clearEverything, readFeed, writeFeed } from '../db/tables/supervision/chains.ts';
import { markStale } from '../db/tables/supervision/jobs.ts';
import { entryOf } from '../log/append.ts';
import { takeEntries } from './intake.ts';

/** The sources and callbacks of a read of this laptop's own log and reviews. */
export interface OwnSources {
  readonly database: Database;
  readonly queue: Sqlite;
  /** The relay's name for this laptop; null = not known yet. */
  readonly laptop: string | null;
  /** All copies were deleted for a new read, because the laptop's own log was replaced. */
  readonly onForgotten: () => void;
  /** Called for an entry that could not be stored. */
  readonly report: (cause: unknown) => void;
}

/** Reads the next entries of this laptop's own log; false = there are none. */
export function readOwnLog(
  { database, queue, laptop, onForgotten, report }: OwnSources,
  limit: number,
): boolean {
  const feed = readFeed(database.sqlite);
  const newest = lastLogEntry(queue)?.number ?? 0;
  const parts = countChains(queue);
  // The data was restored from a backup, or the log got another chain name. The two cases cannot be distinguished here.
  const another = feed.own_number > newest || (feed.own_number > 0 && feed.own_parts !== parts);
  if (another) {
    database.write(clearEverything);
    onForgotten();
    return true;
  }
  const rows = logFrom(queue, feed.own_number + 1, limit);
  const last = rows.at(-1);
  if (last === undefined) return false;
  // A log that continues another one inherits its name, also without a connection.
  const named = ownName(database.sqlite);
  const byChain = Map.groupBy(rows.map(entryOf), ({ number }) => chainOfEntry(queue, number).chain);
  database.write((context) => {
    for (const [chain, entries] of byChain) {
      takeEntries(context, {
        chain,
        entries,
        own: true,
        laptop: laptop ?? named,
        continues: continuesOf(queue, entries),
        report,
      });
    }
    writeFeed(context, { own_number: last.number, own_parts: parts });
  });
  return true;
}

const ownName = (sqlite: Sqlite): string | null =>
  allChains(sqlite).find(({ own, laptop }) => own === 1 && laptop !== null)?.laptop ?? null;

function continuesOf(queue: Sqlite, [first]: readonly LogEntry[]): LogContinues | null {
  if (first === undefined) return null;
  const { after, continues } = chainOfEntry(queue, first.number);
  if (continues === null) return null;
  const hash = after === 0 ? LOG_CHAIN_START : logFrom(queue, after, 1)[0]?.hash;
  return hash === undefined ? null : { chain: continues, head: { number: after, hash } };
}

/** Marks the jobs that were reviewed since the last call for a new projection; false = there are none. */
export function readOwnReviews({ database, queue }: OwnSources, limit: number): boolean {
  const { review } = readFeed(database.sqlite);
  const said = reviewedSince(queue, review, limit);
  const last = said.at(-1);
  if (last === undefined) return false;
  database.write((context) => {
    for (const { job_id: id } of said) {
      const job = ordinalOf(context.sqlite, id);
      if (job !== null) markStale(context, job);
    }
    writeFeed(context, { review: last.arrival });
  });
  return true;
}
