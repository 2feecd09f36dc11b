import { type LogContinues, type LogEntry, LOG_CHAIN_START } from '../../shared/relay/log.ts';
import { type Clock, type Instant, MINUTE } from '../../shared/time.ts';
import type { RelayMe } from '../../shared/relay/access.ts';
import type { Problem } from '../../shared/problem.ts';
import { type Result, err, ok } from '../../shared/result.ts';
import type { Environment, CustomerId } from '../../shared/ids.ts';
import type { Sqlite } from '../db/open.ts';
import { chainOfEntry, countChains } from '../db/tables/queue/relay-exchange.ts';
import { lastLogEntry, logFrom } from '../db/tables/queue/log-entries.ts';
import { reviewedSince } from '../db/tables/queue/reviews.ts';
import { allChains, readFeed } from '../db/tables/supervision/logs.ts';
import { entryOf } from '../log/append.ts';
import { backoffMs } from '../base/loop.ts';
import type { RelayClient } from '../relay/client.ts';
import type { RelayOwner } from '../relay/queries-and-answers.ts';
import { type RelayError, relayProblemOf } from '../relay/relay-error.ts';
import type { WritesSupervision } from './writes.ts';

/*
 * The reads of a supervisor's laptop: its own log, the logs of all laptops at the relay, and the roles that begin them.
 */

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

/** supervision.db, read here and written by its thread. */
type Copies = WritesSupervision & { readonly sqlite: Sqlite };

/** The schedule of the relay reads and their state. */
interface RelayAsking {
  /** One request: the token's rights, or a page of the logs. False = no request is due. */
  readonly askOnce: (copies: Copies) => Promise<boolean>;
  /** Skips the backoff: the relay was unreachable and is back, or a person asked. */
  readonly askSoon: () => void;
  /** Milliseconds until the next request. */
  readonly waitMs: (copies: Pick<Copies, 'sqlite'>) => number;
  /** The relay's description of this token; null before the relay's first answer. */
  readonly me: () => RelayMe | null;
  /** When the copies last had all of the relay's data; null = never. */
  readonly readAt: () => Instant | null;
  /** Null while the relay answers. `nextTryAt` null = retry at once. */
  readonly failing: () => { readonly problem: Problem; readonly nextTryAt: Instant | null } | null;
}

/** Entries of one page. */
const RELAY_PAGE = 300;
/** The smallest page contains the last known entry and one more. */
const SMALLEST_PAGE = 2;
const RETRY_AFTER_MS = MINUTE;
/** Interval for reading the rights of a token again: its role can change. */
const REFETCH_ROLE_AFTER_MS = 30 * MINUTE;

/** No request is made before `askOnce`, nor without a relay (`client` null). */
export function createRelayAsking({
  client,
  owner,
  refreshKeys,
  clock,
  random,
  signal,
  onRead,
  report,
}: {
  readonly client: Pick<RelayClient, 'logEntries' | 'me'> | null;
  readonly owner: RelayOwner;
  /** Reads the keys that verify signatures. */
  readonly refreshKeys: (signal: AbortSignal) => Promise<Result<void, RelayError>>;
  readonly clock: Clock;
  readonly random: () => number;
  /** Aborts running requests. */
  readonly signal: AbortSignal;
  /** Called with the number of entries read. */
  readonly onRead: (entries: number) => void;
  /** Called for an entry that could not be stored. */
  readonly report: (cause: unknown) => void;
}): RelayAsking {
  let me: RelayMe | null = null;
  let askRoleAt: Instant = Number.NEGATIVE_INFINITY;
  let askAt: Instant = Number.NEGATIVE_INFINITY;
  let readAt: Instant | null = null;
  let failures = 0;
  let failing: RelayError | null = null;
  let pageSize = RELAY_PAGE;

  const failed = (error: RelayError) => {
    failures += 1;
    failing = error;
    askAt = clock.now() + backoffMs(failures, random, error.retryAfterMs);
    askRoleAt = Math.min(askRoleAt, askAt);
  };
  const answered = () => {
    failures = 0;
    failing = null;
  };
  const askRole = async ({ ask }: Copies, relay: Pick<RelayClient, 'me'>): Promise<boolean> => {
    const answer = await relay.me(signal);
    if (signal.aborted) return false;
    if (!answer.ok) {
      failed(answer.error);
      return true;
    }
    answered();
    me = answer.value;
    askRoleAt = clock.now() + REFETCH_ROLE_AFTER_MS;
    await ask({ write: 'own-name', laptop: answer.value.name });
    return true;
  };
  const readPage = async (copies: Copies, relay: Pick<RelayClient, 'logEntries'>): Promise<boolean> => {
    const page = await readRelayLog({ copies, client: relay, ...owner, report }, pageSize, signal);
    if (signal.aborted) return false;
    if (!page.ok && page.error.code === 'unreadable' && pageSize > SMALLEST_PAGE) {
      // The page may be too large to be read: retry at once with half the size.
      pageSize = Math.max(SMALLEST_PAGE, Math.floor(pageSize / 2));
      return true;
    }
    if (!page.ok) {
      failed(page.error);
      return true;
    }
    answered();
    pageSize = Math.min(RELAY_PAGE, pageSize * 2);
    onRead(page.value.read);
    if (!page.value.upToDate) return true;
    const keys = page.value.read === 0 ? null : await refreshKeys(signal);
    if (signal.aborted) return false;
    if (keys !== null && !keys.ok) {
      failed(keys.error);
      return true;
    }
    readAt = clock.now();
    askAt = clock.now() + RETRY_AFTER_MS;
    return true;
  };

  return {
    askOnce: async (copies) => {
      if (client === null || clock.now() < askAt) return false;
      if (clock.now() >= askRoleAt) return askRole(copies, client);
      if (!seesOthers(me) || readFeed(copies.sqlite).stopped === 1) return false;
      return readPage(copies, client);
    },
    askSoon: () => {
      askAt = Number.NEGATIVE_INFINITY;
    },
    waitMs: ({ sqlite }) => {
      const { stopped } = readFeed(sqlite);
      if (client === null || (stopped === 1 && me !== null)) return REFETCH_ROLE_AFTER_MS;
      const next = me === null || !seesOthers(me) ? Math.max(askRoleAt, askAt) : askAt;
      return Math.max(0, Math.min(next - clock.now(), REFETCH_ROLE_AFTER_MS));
    },
    me: () => me,
    readAt: () => readAt,
    failing: () => {
      if (failing === null) return null;
      return { problem: relayProblemOf(failing), nextTryAt: Number.isFinite(askAt) ? askAt : null };
    },
  };
}

/** The entries of the relay. */
interface RelayRead {
  /** Entries on the page. */
  readonly read: number;
  readonly upToDate: boolean;
}

/**
 * Reads and stores the next page of all laptops' logs. The request includes the last known entry. If the relay has
 * another entry in its place, it was set back, and everything is read again; known entries stay unchanged.
 */
async function readRelayLog(
  parts: {
    readonly copies: Copies;
    readonly client: Pick<RelayClient, 'logEntries'>;
    readonly environment: Environment;
    readonly customerId: CustomerId;
    /** Called for an entry that could not be stored. */
    readonly report: (cause: unknown) => void;
  },
  limit: number,
  signal: AbortSignal,
): Promise<Result<RelayRead, RelayError>> {
  const { copies, client, environment, customerId, report } = parts;
  const place = readFeed(copies.sqlite);
  const begun = place.relay_sequence > 0;
  const page = await client.logEntries({
    environment,
    customerId,
    after: Math.max(0, place.relay_sequence - 1),
    limit,
    signal,
  });
  if (!page.ok) return err(page.error);
  if (signal.aborted) return ok({ read: 0, upToDate: true });
  const { entries, forks, signatures, upToDate } = page.value;
  const [first] = entries;
  if (begun && (first?.sequence !== place.relay_sequence || first.id !== place.relay_entry)) {
    await copies.ask({ write: 'feed', feed: { relay_sequence: 0, relay_entry: null } });
    return ok({ read: 0, upToDate: false });
  }
  const last = entries.at(-1);
  if (last === undefined) return ok({ read: 0, upToDate: true });
  const { failures } = await copies.ask({
    write: 'entries',
    arrivals: [...Map.groupBy(entries, (entry) => entry.chain)].map(([chain, ofChain]) => ({
      chain,
      entries: ofChain,
      own: false,
      laptop: ofChain.at(-1)?.laptop ?? null,
      continues: null,
    })),
    forks: [...forks],
    signatures: [...signatures],
    feed: { relay_sequence: last.sequence, relay_entry: last.id, relay_at: last.receivedAt },
  });
  for (const failure of failures) report(failure);
  return ok({ read: entries.length - (begun ? 1 : 0), upToDate });
}

/** Roles that may see what other laptops do. */
export const seesOthers = (me: RelayMe | null): boolean => me?.role === 'supervisor' || me?.role === 'admin';

/** Starts a supervisor's reading automatically. On any other laptop reading starts on request only. */
interface SupervisorAutostart {
  /** Reads the token's rights. Repeated calls read again, because a token's role can change. */
  readonly checkRole: () => void;
  /** Requests that failed earlier can be repeated now. */
  readonly relayIsBack: () => void;
  readonly stop: () => Promise<void>;
}

/** @param begin is called once if the token is a supervisor's; never without a relay (`client` null). */
export function createSupervisorAutostart(
  client: Pick<RelayClient, 'me'> | null,
  begin: () => void,
): SupervisorAutostart {
  const stopping = new AbortController();
  let asking: Promise<void> | null = null;
  let wanted = false;
  let begun = false;
  const ask = async (from: Pick<RelayClient, 'me'>): Promise<void> => {
    const answer = await from.me(stopping.signal);
    if (stopping.signal.aborted || !answer.ok || !seesOthers(answer.value)) return;
    begun = true;
    begin();
  };
  const checkRole = () => {
    wanted = true;
    if (client === null || begun || stopping.signal.aborted) return;
    asking ??= ask(client).finally(() => {
      asking = null;
    });
  };
  return {
    checkRole,
    relayIsBack: () => {
      if (wanted) checkRole();
    },
    stop: async () => {
      stopping.abort();
      await asking;
    },
  };
}
