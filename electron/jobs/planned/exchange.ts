import { z } from 'zod';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import {
  newPlannedJob,
  newPlannedJobClaim,
  type NewPlannedJobClaim,
  type PlannedJob,
  plannedJob,
  namesCar,
  type PlannedJobClaim,
} from '../../../shared/relay/jobs.ts';
import { canonicalPlannedJob, canonicalPlannedJobClaim } from '../../../shared/relay/signing.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { type Clock, DAY } from '../../../shared/time.ts';
import { localDay } from '../../../shared/domain/planned-work.ts';
import type { Database, Sqlite, WriteContext } from '../../db/open.ts';
import {
  dropOutbox,
  dropPlannedJob,
  nextOutbox,
  type OutboxRow,
  writeOutboxProblem,
  dropPlannedJobsBefore,
  outboxRows,
  putPlannedJob,
  readPlannedJob,
  writeSeenRivals,
} from '../../db/tables/queue/planned-work.ts';
import { lastTakeOver } from '../../db/tables/queue/hand-overs.ts';
import type { InstallationLog } from '../../log/append.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import type { RelayClient } from '../../relay/client.ts';
import {
  createOutbox,
  noOutbox,
  type Outbox,
  type OutboxOptions,
  type PlanInbox,
} from '../../relay/exchange.ts';
import type { RelayError } from '../../relay/relay-error.ts';
import { noteRemoval } from '../../db/tables/queue/removal-orders.ts';
import { isRemoved, removePlannedJob } from '../../db/tables/queue/word-rows.ts';
import { judgePlannedJob, judgePlannedJobClaim } from '../../trust/signatures.ts';
import { laptopCodeOf } from '../hand-over/parties.ts';
import { bodyOf, type KeptClaim, type KeptPlan, otherClaims } from './claims.ts';

/*
 * Exchanges planned jobs with the relay: this laptop's plans and claims are sent in the order of writing, received ones
 * are stored in queue.db.
 */

interface PlanSenderOptions extends Omit<OutboxOptions<OutboxRow>, 'next' | 'bring'> {
  readonly client: Pick<RelayClient, 'sendPlannedJob' | 'claimPlannedJob' | 'claimHandOver'> | null;
  readonly database: Database;
  readonly log: InstallationLog;
  readonly target: QueueTarget;
  /** The planned jobs are read again from the beginning. */
  readonly reread: () => void;
}

/** The relay's answer to a plan or claim of this laptop. */
interface Outcome {
  /** The job as stored at the relay; null = the relay has none. */
  readonly plannedJob: PlannedJob | null;
  readonly problem: Problem | null;
}

/** Sends this laptop's plans and claims to the relay, in the order of writing. */
export function createPlanSender(options: PlanSenderOptions): Outbox {
  const { client, database, keys } = options;
  if (client === null) return noOutbox;
  /**
   * A file that names this laptop is also taken while the relay does not answer
   * (docs/decisions/0014-handing-a-job-over.md). The relay gives the planned job to the laptop of the newest turn, so
   * the turn is claimed before the planned job.
   */
  const claimTurnOf = async (
    { environment, customerId, jobId, code }: NewPlannedJobClaim,
    signal: AbortSignal,
  ): Promise<Result<unknown, RelayError>> => {
    const turn = jobId === null ? 0 : lastTakeOver(database.sqlite, jobId);
    if (jobId === null || turn === 0) return ok(undefined);
    return client.claimHandOver({ environment, customerId, jobId, turn, code }, signal);
  };
  const ask = async (row: OutboxRow, signal: AbortSignal): Promise<Result<Outcome, RelayError>> => {
    const stored: unknown = JSON.parse(row.body);
    if (row.kind === 'revision') {
      const revision = newPlannedJob.parse(stored);
      const signed = keys.sign(canonicalPlannedJob(revision));
      const answer = await client.sendPlannedJob({ ...revision, signed }, signal);
      if (!answer.ok) return answer;
      switch (answer.value.kind) {
        case 'kept':
          return ok({ plannedJob: answer.value.plannedJob, problem: null });
        case 'stale':
          return ok({ plannedJob: answer.value.current, problem: makeProblem('version-stale') });
        case 'not-taken':
          return ok({ plannedJob: null, problem: makeProblem('plan-not-taken', {}, answer.value.detail) });
      }
    }
    const claim = newPlannedJobClaim.parse(stored);
    const turn = await claimTurnOf(claim, signal);
    if (!turn.ok) return turn;
    const signed = keys.sign(canonicalPlannedJobClaim(claim));
    const answer = await client.claimPlannedJob({ ...claim, signed }, signal);
    if (!answer.ok) return answer;
    return answer.value.kind === 'answered'
      ? ok({ plannedJob: answer.value.plannedJob, problem: null })
      : ok({ plannedJob: null, problem: makeProblem('plan-not-taken', {}, answer.value.detail) });
  };
  return createOutbox({
    ...options,
    next: () => nextOutbox(database.sqlite),
    bring: async (row, signal) => {
      const outcome = await ask(row, signal);
      // While stopping, databases may be closing; the next start sends it again.
      if (!outcome.ok || signal.aborted) return outcome.ok ? ok(undefined) : outcome;
      const { plannedJob, problem } = outcome.value;
      database.write((context) => {
        if (problem === null) dropOutbox(context, row.place);
        else writeOutboxProblem(context, row, JSON.stringify(problem));
        // This laptop's revision may still cover the later change, which is therefore read again.
        if (plannedJob !== null && !keepAnswered(options, context, plannedJob)) options.reread();
        if (plannedJob === null && problem === null) dropPlannedJob(context, row.planned_job);
        context.changed('planned-jobs');
      });
      return ok(undefined);
    },
  });
}

/** Retention in days of past planned jobs, which serve as copies and show their results. */
const KEPT_DAYS = 31;

/** Stores planned jobs in a profile's queue.db. The few rows are all read again after each start. */
export function createPlanInbox(parts: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: InstallationLog;
  readonly target: QueueTarget;
}): PlanInbox {
  const { database, clock } = parts;
  let read = 0;
  let rereads = 0;
  const from = () => localDay(clock.now() - KEPT_DAYS * DAY);
  return {
    place: () => read,
    from,
    take: (changed, elsewhere, place) => {
      database.write((context) => {
        for (const one of changed) {
          const kept = plannedJob.safeParse(one);
          if (kept.success) keepPlannedJob(parts, context, kept.data);
        }
        for (const id of elsewhere) if (dropPlannedJob(context, id)) context.changed('planned-jobs');
        dropPlannedJobsBefore(context, from());
      });
      read = place;
    },
    reread: () => {
      read = 0;
      rereads += 1;
    },
    watchRereads: () => {
      const before = rereads;
      return () => rereads !== before;
    },
  };
}

/** The laptops in a log entry, each by its token's name and its code. */
const namedLaptops = z.array(z.string());
const nameOf = ({ laptop, code }: PlannedJobClaim): string => `${code} ${laptop}`;

/**
 * Stores a planned job from the relay. If its words were removed on request, the row and this laptop's outbox rows for
 * it are deleted, unless a job was begun for it; in that case it is removed with its job. This laptop's revision in
 * transit stays visible. The log records once that another laptop began the same job.
 */
function keepPlannedJob(
  {
    clock,
    log,
    target,
  }: { readonly clock: Pick<Clock, 'now'>; readonly log: InstallationLog; readonly target: QueueTarget },
  context: WriteContext,
  kept: PlannedJob,
): void {
  const { sqlite } = context;
  const foreign = kept.environment !== target.environment || kept.customerId !== target.customerId;
  if (foreign || isRemoved(sqlite, 'planned-job', kept.id)) return;
  const before = readPlannedJob(sqlite, kept.id);
  if (!namesCar(kept.work) && (before?.job_id ?? null) === null) {
    removePlannedJob(context, kept.id);
    if (before !== undefined) noteRemoval(context, clock.now());
    context.changed('planned-jobs');
    return;
  }
  const onItsWay = outboxRows(sqlite).some(
    ({ planned_job, kind, problem }) => planned_job === kept.id && kind === 'revision' && problem === null,
  );
  const judged = withJudgedClaims(sqlite, kept);
  const own = before !== undefined && onItsWay ? bodyOf(before) : null;
  const body = own === null ? judged : withOwnRevision(judged, own);
  const signature = own === null ? judgePlannedJob(sqlite, kept) : 'verified';
  putPlannedJob(context, { id: kept.id, day: body.work.day, body: JSON.stringify(body), signature });
  context.changed('planned-jobs');
  if (before === undefined || before.job_id === null) return;
  const seen = namedLaptops.parse(JSON.parse(before.seen_rivals ?? '[]'));
  const fresh = otherClaims(before, judged, laptopCodeOf(sqlite)).filter(
    (claim) => !seen.includes(nameOf(claim)),
  );
  if (fresh.length === 0) return;
  for (const { laptop } of fresh) {
    log.append(context, {
      job: before.job_id,
      type: 'planned-job-rival',
      data: { planned: kept.id, laptop },
    });
  }
  writeSeenRivals(context, kept.id, JSON.stringify([...seen, ...fresh.map(nameOf)]));
  context.changed('jobs', `job:${before.job_id}`);
}

/**
 * Stores the planned job of an answer to this laptop's plan or claim, unless a later change of it was read meanwhile:
 * the feed has passed that change and does not return it again. Returns whether it was stored.
 */
export function keepAnswered(
  parts: Parameters<typeof keepPlannedJob>[0],
  context: WriteContext,
  answered: PlannedJob,
): boolean {
  const before = readPlannedJob(context.sqlite, answered.id);
  if (before !== undefined && bodyOf(before).sequence > answered.sequence) return false;
  keepPlannedJob(parts, context, answered);
  return true;
}

function withJudgedClaims(sqlite: Sqlite, kept: PlannedJob): KeptPlan {
  const judged = (claim: PlannedJobClaim): KeptClaim => ({
    ...claim,
    signature: judgePlannedJobClaim(sqlite, kept, claim),
  });
  const { holder, rivals } = kept;
  return { ...kept, holder: holder === null ? null : judged(holder), rivals: rivals.map(judged) };
}

/** The claims at the relay, and this laptop's claims that have not arrived there. */
function withOwnRevision(kept: KeptPlan, own: KeptPlan): KeptPlan {
  const { work, withdrawn, worker, basedOn, revision } = own;
  return { ...kept, work, withdrawn, worker, basedOn, revision, signed: undefined };
}
