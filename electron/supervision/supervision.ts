import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { type Clock, type Instant, SECOND } from '../../shared/time.ts';
import type { SupervisionStatus } from '../../shared/domain/supervision-overview.ts';
import type { Environment, CustomerId } from '../../shared/ids.ts';
import type { Topic } from '../../shared/ipc/messages.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import type { Sqlite } from '../db/open.ts';
import { removeDatabase } from '../db/file-worker.ts';
import { isDamage } from '../db/rebuildable.ts';
import { countStale } from '../db/tables/supervision/jobs.ts';
import { readFeed, allChains, uncheckedChain, countEntries } from '../db/tables/supervision/logs.ts';
import { backoffMs, createPause } from '../base/loop.ts';
import type { RelayClient } from '../relay/client.ts';
import type { RelayError } from '../relay/relay-error.ts';
import type { JobIndex } from './job-index/job-index.ts';
import { createRelayAsking, seesOthers, readOwnLog, readOwnReviews } from './read-logs.ts';
import { createCopiesFile } from './copies-file.ts';
import type { JobQueries } from './job-queries.ts';
import { projectSome } from './project-jobs.ts';
import { createWiping } from './writes.ts';

/** The dependencies of the supervision of an open profile. */
export interface SupervisionParts {
  readonly file: string;
  /** This laptop's own log and reviews. */
  readonly queue: Sqlite;
  readonly client: Pick<RelayClient, 'logEntries' | 'me'> | null;
  readonly environment: Environment;
  readonly customerId: CustomerId;
  /** Reads the keys with which signatures are judged. */
  readonly refreshKeys: (signal: AbortSignal) => Promise<Result<void, RelayError>>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
  readonly report: (event: string, cause: unknown) => void;
  /** Starts the thread that writes the file; left out: that of the app. */
  readonly startThread?: (file: string) => Worker;
}

/** The open file and its reads. */
export interface OpenSupervision {
  readonly sqlite: Sqlite;
  readonly lookUp: JobQueries;
  readonly jobIndex: JobIndex;
}

/** Updates the supervisor's copies while the profile is open: reads the sources, and has a thread write. */
export interface Supervision {
  /** Opens the file if necessary and starts reading. */
  readonly start: () => OpenSupervision;
  /** Starts a piece of work when the laptop's own log or a review has new data. */
  readonly wake: () => void;
  /** Reports a failed read. If it indicates damage, the file is set aside and everything is read again. */
  readonly noteFailure: (cause: unknown) => void;
  readonly relayIsBack: () => void;
  /** Resolves when no known work is left, or with false if the updates stop earlier. */
  readonly settled: () => Promise<boolean>;
  /**
   * Words were removed from the own log. Resolves when the copies no longer contain them, or with false if the updates
   * stop earlier.
   */
  readonly applyRemoval: () => Promise<boolean>;
  readonly status: () => SupervisionStatus;
  /** Stops reading from the relay until `resume`, also across restarts. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  /** Aborts running work and closes the file. */
  readonly stop: () => Promise<void>;
}

/**
 * Rows of one request to the thread: main reads and copies them in a millisecond, and a close waits for one request.
 */
const ENTRIES_AT_ONCE = 100;
const JOBS_AT_ONCE = 20;
/** Threshold of jobs that wait to be assembled; beyond it, reading pauses for them. */
const MANY_STALE = 4000;
/** Log entries that one request verifies. */
const CHECKED_AT_ONCE = 300;
const PUBLISH_EVERY_MS = SECOND;

/** Supervision of one profile. No file is opened and no request made before `start`. */
export function createSupervision(parts: SupervisionParts): Supervision {
  const { clock, queue } = parts;
  const stopping = new AbortController();
  const pause = createPause(clock);
  let running: Promise<void> = Promise.resolve();
  const wiping = createWiping();
  const copies = createCopiesFile(parts);
  const untilIdle: ((clean: boolean) => void)[] = [];
  let woken = false;
  /** A piece of work failed: the file may be ahead of the job index. */
  let answerLost = false;
  let emptying = false;
  /** A failure on this laptop, not at the relay: it is retried with backoff and shown until it succeeds. */
  let broken: { readonly problem: Problem; readonly nextTryAt: Instant } | null = null;
  let failuresInARow = 0;
  let reading: { from: 'own-log' | 'relay'; read: number } | null = null;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let unreported = false;
  const reportEntry = (cause: unknown) => parts.report('supervision.entry', cause);
  const reportJob = (cause: unknown) => parts.report('supervision.job', cause);
  const asking = createRelayAsking({
    client: parts.client,
    owner: { environment: parts.environment, customerId: parts.customerId },
    refreshKeys: parts.refreshKeys,
    clock,
    random: parts.random,
    signal: stopping.signal,
    report: reportEntry,
    onRead: (count) => {
      reading = { from: 'relay', read: (reading?.read ?? 0) + count };
    },
  });

  const publishState = (now: boolean) => {
    unreported = true;
    if (!now && clock.passed() - reportedAt < PUBLISH_EVERY_MS) return;
    reportedAt = clock.passed();
    unreported = false;
    parts.publish(new Set(['supervision']));
  };

  /** Runs one piece of work; false = there is none. */
  const runStep = async (): Promise<boolean> => {
    const { database, jobIndex } = copies.opened();
    const sources = {
      copies: database,
      queue,
      laptop: asking.me()?.name ?? null,
      onForgotten: copies.invalidate,
      report: reportEntry,
    };
    if (await readOwnReviews(sources, 500)) return true;
    if (await readOwnLog(sources, ENTRIES_AT_ONCE)) {
      reading ??= { from: 'own-log', read: 0 };
      return true;
    }
    const waiting = countStale(database.sqlite);
    emptying = waiting > (emptying ? 0 : MANY_STALE);
    if (!emptying && (await asking.askOnce(database))) return true;
    if (stopping.signal.aborted) return false;
    if (waiting > 0) {
      const projecting = { copies: database, queue, jobIndex, report: reportJob };
      return (await projectSome(projecting, JOBS_AT_ONCE)) > 0;
    }
    if (uncheckedChain(database.sqlite) !== undefined) {
      await database.ask({ write: 'check', limit: CHECKED_AT_ONCE });
      return true;
    }
    return wiping.wipeSome(database, jobIndex);
  };
  const handleFailure = async (cause: unknown): Promise<void> => {
    copies.noteFailure(cause);
    answerLost = true;
    const problem = problemOf(cause);
    // Every commit triggers a retry, so the same failure is logged only once.
    if (broken?.problem.raw !== problem.raw) parts.report('supervision.fault', cause);
    failuresInARow += 1;
    const waitMs = backoffMs(failuresInARow, parts.random);
    broken = { problem, nextTryAt: clock.now() + waitMs };
    reading = null;
    publishState(true);
    if (!stopping.signal.aborted) await pause.wait(waitMs);
  };
  const clearFailure = () => {
    failuresInARow = 0;
    if (broken === null) return;
    broken = null;
    publishState(true);
  };
  const turn = async (): Promise<void> => {
    woken = false;
    if (copies.isDamaged()) {
      await copies.putAside();
      publishState(true);
    } else if (answerLost) {
      // The thread may have committed jobs whose answer did not arrive, so the index is loaded from the file.
      copies.invalidate();
    }
    answerLost = false;
    const some = await runStep();
    clearFailure();
    if (some) {
      publishState(false);
      await nextTurn();
      return;
    }
    // The last piece may have been published at once, while the reading was under way.
    const hasEnded = reading !== null;
    reading = null;
    if (hasEnded || unreported) publishState(true);
    if (!woken) for (const settle of untilIdle.splice(0)) settle(true);
    if (!woken && !stopping.signal.aborted) await pause.wait(asking.waitMs(copies.opened().database));
  };
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await turn();
      } catch (cause) {
        await handleFailure(cause);
      }
    }
  };
  const wake = () => {
    woken = true;
    pause.end();
  };

  const settled = () => {
    const idle = new Promise<boolean>((settle) => untilIdle.push(settle));
    wake();
    return idle;
  };

  let begun = false;
  return {
    start: () => {
      const { database, lookUp, jobIndex } = copies.opened();
      if (!begun) {
        begun = true;
        running = work();
      }
      return { sqlite: database.sqlite, lookUp, jobIndex };
    },
    wake,
    noteFailure: (cause) => {
      copies.noteFailure(cause);
      if (copies.isDamaged()) wake();
    },
    relayIsBack: () => {
      asking.askSoon();
      wake();
    },
    status: () => {
      const { database, jobIndex } = copies.opened();
      const { sqlite } = database;
      const feed = readFeed(sqlite);
      const me = asking.me();
      const chains = allChains(sqlite);
      return {
        source: seesOthers(me) || feed.relay_sequence > 0 ? 'relay' : 'own-log',
        role: me?.role ?? null,
        laptop: me?.name ?? null,
        jobs: jobIndex.size(),
        entries: countEntries(sqlite),
        laptops: new Set(chains.map(({ laptop, ordinal }) => laptop ?? ordinal)).size,
        faults: chains.filter(({ fault }) => fault !== null).length,
        reading: readingState(feed),
      };
    },
    pause: async () => {
      await copies.opened().database.ask({ write: 'feed', feed: { stopped: 1 } });
      publishState(true);
    },
    resume: async () => {
      await copies.opened().database.ask({ write: 'feed', feed: { stopped: 0 } });
      asking.askSoon();
      publishState(true);
      wake();
    },
    settled,
    applyRemoval: () => {
      if (!copies.isOpen()) {
        // It is rebuilt with the next read.
        removeDatabase(parts.file);
        return Promise.resolve(true);
      }
      return settled();
    },
    stop: async () => {
      stopping.abort();
      pause.end();
      await running;
      for (const settle of untilIdle.splice(0)) settle(false);
      await copies.close();
    },
  };

  function readingState(feed: ReturnType<typeof readFeed>): SupervisionStatus['reading'] {
    if (feed.stopped === 1 && seesOthers(asking.me())) return { state: 'stopped', upTo: feed.relay_at };
    if (broken !== null) return { state: 'failing', ...broken };
    const failing = asking.failing();
    if (failing !== null) return { state: 'failing', ...failing };
    if (reading === null) return { state: 'up-to-date', readAt: asking.readAt() };
    return { state: 'reading', from: reading.from, read: reading.read, of: null, upTo: feed.relay_at };
  }
}

function problemOf(cause: unknown): Problem {
  if (isDamage(cause)) return makeProblem('copies-damaged', {}, String(cause));
  return cause instanceof ProblemError ? cause.problem : makeProblem('unexpected', {}, String(cause));
}
