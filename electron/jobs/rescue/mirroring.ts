import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import {
  type MirrorReportAnswer,
  MOST_MIRRORS,
  MOST_REPORTED,
  type NewMirror,
  REPORT_HOLDS_MS,
} from '../../../shared/relay/rescue.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { type Clock, DAY, type Instant, MINUTE, SECOND } from '../../../shared/time.ts';
import { backoffMs, createLoop } from '../../base/loop.ts';
import { isGiven, lastGiven, lastTakeOver, lastTurn, writeGiven } from '../../db/tables/queue/hand-overs.ts';
import { jobsToReport, readJob, type ReportedJobRow } from '../../db/tables/queue/jobs.ts';
import { hasMirrors, noteMirrors } from '../../db/tables/queue/ownership.ts';
import type { Turns } from '../../operations/queue/parts.ts';
import type { RelayClient } from '../../relay/client.ts';
import { relayActProblemOf, type RelayError } from '../../relay/relay-error.ts';
import { laptopCodeOf } from '../hand-over/parties.ts';
import { isUntouched } from '../start.ts';
import type { CrewKeeper, CrewKey } from './crew-key.ts';
import { mirrorOf, readProof } from './rescue.ts';
import { operationsOfJob } from '../../db/tables/queue/operations.ts';
import { changeJob, type JobParts } from '../change.ts';

/** Mirrors this laptop's open jobs at the relay, and learns which of them another laptop continues. */
export interface Mirroring extends Turns {
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  /** A job may have changed. */
  readonly wakeIfIdle: () => void;
  /** Reports now: the relay is reachable again, the key has changed, or a person requested it. */
  readonly wake: () => void;
  /** Number of silent laptops' jobs in the relay's last answer. */
  readonly others: () => number;
  /** Deletes all mirrors at the relay. ProblemError of the relay if that is not confirmed. */
  readonly withdraw: () => Promise<void>;
}

/** Interval of reports without changes; several fit into the lifetime of a report. */
const REPORT_EVERY_MS = 2 * MINUTE;
/** Debounce of a change: one mirror covers all changes of a step. */
const SETTLE_MS = 10 * SECOND;
/**
 * Time for which a finished job is still reported: another laptop may have continued it before this laptop learned of
 * it.
 */
const NAMED_AFTER_MS = 7 * DAY;

/** The implementation without a relay: no laptop continues another's job. */
const noMirroring: Mirroring = {
  start: () => undefined,
  stop: () => Promise.resolve(),
  wakeIfIdle: () => undefined,
  wake: () => undefined,
  others: () => 0,
  withdraw: () => Promise.resolve(),
  areHeld: () => true,
  confirm: () => Promise.resolve('confirmed'),
};

/** No request is made before `start`. `jobs` is called lazily, because the queue is opened earlier. */
export function createMirroring(parts: {
  readonly client: Pick<RelayClient, 'keepMirror' | 'reportMirrors'> | null;
  readonly crew: CrewKeeper;
  readonly jobs: () => JobParts;
  readonly random: () => number;
  readonly onOthers: () => void;
  readonly report: (event: string, cause: unknown) => void;
}): Mirroring {
  const { client, crew } = parts;
  if (client === null) return noMirroring;
  const made = createMirrorCache(crew, parts.jobs);
  /** When the last answered report was sent. */
  let reportedAt: SendingTime | null = null;
  let others = 0;
  /** Mirrors are being sent. */
  let bringing = false;
  let running: Promise<Result<MirrorReportAnswer | null, RelayError>> | null = null;
  let failures = 0;

  const reportNow = async (
    mirrored: readonly ReportedJobRow[],
    signal: AbortSignal,
  ): Promise<Result<MirrorReportAnswer | null, RelayError>> => {
    const jobs = parts.jobs();
    const { database, target, clock } = jobs;
    const { sqlite } = database;
    const sent = { passed: clock.passed(), wall: clock.now() };
    const open = new Set(mirrored.map(({ id }) => id));
    const answer = await client.reportMirrors(
      {
        environment: target.environment,
        customerId: target.customerId,
        code: laptopCodeOf(sqlite),
        jobs: reportedJobs(jobs).map(({ id }) => ({
          jobId: id,
          turn: lastTurn(sqlite, id),
          open: open.has(id),
        })),
      },
      signal,
    );
    if (!answer.ok || signal.aborted) return answer;
    if (answer.value !== null) {
      giveUpProven(jobs, crew.current(), answer.value.continued, (job) =>
        parts.report('rescue.not-proven', job),
      );
      if (others !== answer.value.others) {
        others = answer.value.others;
        parts.onOthers();
      }
    }
    reportedAt = sent;
    // The last mirror is gone with a report that names none, unless one is on its way. The key may have been cleared since
    // the report was sent.
    const areGone = open.size === 0 && !bringing && crew.current() === null;
    if (areGone && hasMirrors(sqlite)) {
      database.write((context) => noteMirrors(context, false));
    }
    return answer;
  };

  /** One report at a time: a second caller gets the result of the running one. */
  const report = (signal: AbortSignal): Promise<Result<MirrorReportAnswer | null, RelayError>> => {
    if (running !== null) return running;
    const begun = reportNow(crew.current() === null ? [] : mirroredJobs(parts.jobs()), signal).finally(() => {
      running = null;
    });
    running = begun;
    return begun;
  };

  const bring = async (
    answer: MirrorReportAnswer,
    signal: AbortSignal,
  ): Promise<Result<void, RelayError>> => {
    const { database } = parts.jobs();
    const kept = new Map(answer.mirrors.map(({ jobId, version }) => [jobId, version]));
    for (const row of mirroredJobs(parts.jobs())) {
      if (signal.aborted) return ok(undefined);
      const mirror = made.missing(row, kept);
      if (mirror === null) continue;
      if (!hasMirrors(database.sqlite)) database.write((context) => noteMirrors(context, true));
      const sent = await client.keepMirror(mirror, signal);
      if (!sent.ok) return sent;
      // The refusal is not final: it is retried when the job has changed.
      if (sent.value !== 'kept') made.noteRefused(row);
    }
    return ok(undefined);
  };

  const concerns = (): boolean => crew.current() !== null || hasMirrors(parts.jobs().database.sqlite);

  const loop = createSettlingLoop(
    () => parts.jobs().clock,
    async (signal) => {
      if (!concerns()) return REPORT_EVERY_MS;
      try {
        const answer = await report(signal);
        bringing = true;
        const brought = answer.ok && answer.value !== null ? await bring(answer.value, signal) : answer;
        failures = brought.ok ? 0 : failures + 1;
        if (brought.ok) return REPORT_EVERY_MS;
        return backoffMs(failures, parts.random, brought.error.retryAfterMs);
      } catch (cause) {
        failures += 1;
        parts.report('rescue.mirror-fault', cause);
        return backoffMs(failures, parts.random);
      } finally {
        bringing = false;
      }
    },
  );

  return {
    start: loop.start,
    stop: async () => {
      await loop.stop();
      await running;
    },
    wakeIfIdle: loop.wakeIfIdle,
    wake: loop.wake,
    others: () => others,
    withdraw: async () => {
      const stop = new AbortController();
      await running;
      const answer = await reportNow([], stop.signal);
      if (!answer.ok) throw new ProblemError(relayActProblemOf(answer.error));
      if (answer.value === null) throw new ProblemError(makeProblem('relay-unreadable'));
      made.clear();
    },
    areHeld: () => isRecent(reportedAt, parts.jobs().clock) || !concerns(),
    confirm: async (signal) => {
      const answer = await report(signal);
      return answer.ok && !signal.aborted ? 'confirmed' : 'unreachable';
    },
  };
}

/** The monotonic and the wall-clock time at which a report was sent. */
interface SendingTime {
  readonly passed: number;
  readonly wall: Instant;
}

/** Whether the answer to a report of this time still counts; null = none was answered. */
function isRecent(sent: SendingTime | null, clock: Pick<Clock, 'now' | 'passed'>): boolean {
  if (sent === null) return false;
  const within = (elapsed: number) => elapsed >= 0 && elapsed < REPORT_HOLDS_MS;
  // The wall clock is compared too, because the monotonic clock may stop while the laptop sleeps.
  return within(clock.passed() - sent.passed) && within(clock.now() - sent.wall);
}

/** The jobs that a report names: open ones, and those that finished lately. */
function reportedJobs({ database: { sqlite }, clock }: JobParts): readonly ReportedJobRow[] {
  return jobsToReport(sqlite, clock.now() - NAMED_AFTER_MS)
    .filter(({ id }) => !isGiven(sqlite, id))
    .slice(0, MOST_REPORTED);
}

/** The jobs of a report that have a mirror: open ones, except untouched ones. */
function mirroredJobs(jobs: JobParts): readonly ReportedJobRow[] {
  const { sqlite } = jobs.database;
  return reportedJobs(jobs)
    .filter(({ id, open }) => {
      const row = open === 1 ? readJob(sqlite, id) : undefined;
      return row !== undefined && !isUntouched(sqlite, row);
    })
    .slice(0, MOST_MIRRORS);
}

/**
 * The mirrors that were made since the start: the version of each, keyed by the state of the job that it was made from.
 * The relay's versions are known from its answer.
 */
function createMirrorCache(crew: Pick<CrewKeeper, 'current'>, jobsNow: () => JobParts) {
  const made = new Map<JobId, { readonly stamp: string; readonly version: string | null }>();
  return {
    /** The mirror of a job that the relay lacks; null = the relay has it, or the job is too large. */
    missing: (row: ReportedJobRow, kept: ReadonlyMap<JobId, string>): NewMirror | null => {
      const key = crew.current();
      const known = made.get(row.id);
      if (key === null) return null;
      if (known?.stamp === row.stamp && (known.version === null || known.version === kept.get(row.id)))
        return null;
      const jobs = jobsNow();
      const mirror = mirrorOf(jobs, key, laptopCodeOf(jobs.database.sqlite), row.id);
      made.set(row.id, { stamp: row.stamp, version: mirror?.version ?? null });
      return mirror === null || mirror.version === kept.get(row.id) ? null : mirror;
    },
    noteRefused: ({ id, stamp }: ReportedJobRow): void => void made.set(id, { stamp, version: null }),
    clear: (): void => made.clear(),
  };
}

/**
 * Runs `turn` until it is stopped, and waits after each one for as long as it returns, in milliseconds. A change ends
 * the wait only after `SETTLE_MS`, so that changes of the same step are collected.
 */
function createSettlingLoop(clock: () => Clock, turn: (signal: AbortSignal) => Promise<number>) {
  let resting = false;
  let woken = false;
  const loopOf = (): ReturnType<typeof createLoop> =>
    createLoop(clock(), async (signal) => {
      while (!signal.aborted) {
        woken = false;
        const waitMs = await turn(signal);
        if (signal.aborted) return;
        if (woken) continue;
        resting = true;
        await loop().wait(waitMs);
        if (resting || woken || signal.aborted) continue;
        await loop().wait(SETTLE_MS);
      }
    });
  let opened: ReturnType<typeof loopOf> | null = null;
  const loop = (): ReturnType<typeof createLoop> => (opened ??= loopOf());
  return {
    start: (): void => loop().start(),
    stop: (): Promise<void> => loop().stop(),
    /** Something may have changed. */
    wakeIfIdle: (): void => {
      if (!resting) return;
      resting = false;
      loop().wake();
    },
    /** Runs the next turn now. */
    wake: (): void => {
      if (!loop().isRunning()) return;
      woken = true;
      loop().wake();
    },
  };
}

/**
 * Gives up the jobs that another laptop continues. `key`: the crew's, by which the other laptop proves it. The relay
 * alone cannot take a job from this laptop. If the key is lost with the secret store, the relay's answer alone decides.
 */
function giveUpProven(
  jobs: JobParts,
  key: CrewKey | null,
  continued: MirrorReportAnswer['continued'],
  onNotProven: (job: JobId) => void,
): void {
  for (const one of continued) {
    const proof = key === null ? { by: '' } : readProof(jobs, key, one);
    if (proof === null) {
      onNotProven(one.jobId);
      continue;
    }
    const { sqlite } = jobs.database;
    // The job may have come back since the report was sent, and a relay may repeat the proof of an earlier turn.
    const isPast = one.turn < lastTakeOver(sqlite, one.jobId) || one.turn <= lastGiven(sqlite, one.jobId);
    if (isPast || isGiven(sqlite, one.jobId)) continue;
    giveUpContinued(jobs, one.jobId, { turn: one.turn, laptop: one.laptop, by: proof.by });
  }
}

/** The states that a person, or a continuation elsewhere, can cancel: no request is in flight. */
const unsent: ReadonlySet<string> = new Set(['waiting', 'ready', 'held', 'blocked']);

/**
 * Another laptop continues the job. ONE transaction closes the job here as handed over and cancels unsent operations.
 * An operation that may have been sent is still read to learn its outcome, and is never sent again
 * (`isContinuedElsewhere` of `electron/operations/queue/send.ts`). The steps that were done here stay unchanged.
 */
function giveUpContinued(
  parts: JobParts,
  job: JobId,
  { turn, laptop, by }: { readonly turn: number; readonly laptop: string; readonly by: string },
): void {
  changeJob(
    parts,
    job,
    ({ row, data, context, now, replace, record }) => {
      writeGiven(context, { job_id: row.id, turn, content: null, at: now });
      const open = operationsOfJob(context.sqlite, job).filter(({ state }) => unsent.has(state));
      // Dependants go first.
      for (const { id } of open.toReversed()) replace(id);
      record('job-continued-elsewhere', { turn, laptop, by });
      return data;
    },
    { finishes: readJob(parts.database.sqlite, job)?.finished_at === null, evenFinished: true },
  );
}
