import type { LogContinues, LogEntry } from '../../shared/relay/log.ts';
import { LOG_CHAIN_START } from '../../shared/relay/log.ts';
import type { Sqlite } from '../db/open.ts';
import { chainOfEntry, countChains } from '../db/tables/queue/relay-exchange.ts';
import { lastLogEntry, logFrom } from '../db/tables/queue/log-entries.ts';
import { reviewedSince } from '../db/tables/queue/reviews.ts';
import { allChains, readFeed } from '../db/tables/supervision/chains.ts';
import { entryOf } from '../log/append.ts';
import type { WritesSupervision } from './writes.ts';

/** The copies, and the file that this laptop's own entries are read from. */
export interface OwnSources {
  readonly copies: WritesSupervision & { readonly sqlite: Sqlite };
  readonly queue: Sqlite;
  /** The relay's name for this laptop; null = not known yet. */
  readonly laptop: string | null;
  /** All copies were deleted for a new read, because the laptop's own log was replaced. */
  readonly onForgotten: () => void;
  /** Called for an entry that could not be stored. */
  readonly report: (cause: unknown) => void;
}

/** Reads the next entries of this laptop's own log; false = there are none. */
export async function readOwnLog(
  { copies: { sqlite, ask }, queue, laptop, onForgotten, report }: OwnSources,
  limit: number,
): Promise<boolean> {
  const feed = readFeed(sqlite);
  const newest = lastLogEntry(queue)?.number ?? 0;
  const parts = countChains(queue);
  // The data was restored from a backup, or the log got another chain name. The two cases cannot be distinguished here.
  const another = feed.own_number > newest || (feed.own_number > 0 && feed.own_parts !== parts);
  if (another) {
    await ask({ write: 'clear' });
    onForgotten();
    return true;
  }
  const rows = logFrom(queue, feed.own_number + 1, limit);
  const last = rows.at(-1);
  if (last === undefined) return false;
  // A log that continues another one inherits its name, also without a connection.
  const named = ownName(sqlite);
  const byChain = Map.groupBy(rows.map(entryOf), ({ number }) => chainOfEntry(queue, number).chain);
  const { failures } = await ask({
    write: 'entries',
    arrivals: [...byChain].map(([chain, entries]) => ({
      chain,
      entries,
      own: true,
      laptop: laptop ?? named,
      continues: continuesOf(queue, entries),
    })),
    forks: [],
    signatures: [],
    feed: { own_number: last.number, own_parts: parts },
  });
  for (const failure of failures) report(failure);
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
export async function readOwnReviews(
  { copies: { sqlite, ask }, queue }: Pick<OwnSources, 'copies' | 'queue'>,
  limit: number,
): Promise<boolean> {
  const { review } = readFeed(sqlite);
  const said = reviewedSince(queue, review, limit);
  const last = said.at(-1);
  if (last === undefined) return false;
  await ask({ write: 'reviewed', jobs: said.map(({ job_id }) => job_id), review: last.arrival });
  return true;
}
