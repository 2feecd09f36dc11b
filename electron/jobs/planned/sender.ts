import { makeProblem, type Problem } from '../../../shared/problem.ts';
import { newPlannedJob, newPlannedJobClaim, type PlannedJob } from '../../../shared/relay/planned-jobs.ts';
import { canonicalPlannedJob, canonicalPlannedJobClaim } from '../../../shared/relay/signing.ts';
import { ok, type Result } from '../../../shared/result.ts';
import type { Database } from '../../db/open.ts';
import {
  dropOutbox,
  dropPlannedJob,
  nextOutbox,
  type OutboxRow,
  writeOutboxProblem,
} from '../../db/tables/queue/planned-jobs.ts';
import type { InstallationLog } from '../../log/append.ts';
import type { QueueTarget } from '../../operations/queue/parts.ts';
import type { RelayClient } from '../../relay/client.ts';
import { createOutbox, noOutbox, type Outbox, type OutboxOptions } from '../../relay/outbox.ts';
import type { RelayError } from '../../relay/relay-error.ts';
import { keepPlannedJob } from './keep.ts';

export interface PlanSenderOptions extends Omit<OutboxOptions<OutboxRow>, 'next' | 'bring'> {
  readonly client: Pick<RelayClient, 'sendPlannedJob' | 'claimPlannedJob'> | null;
  readonly database: Database;
  readonly log: InstallationLog;
  readonly target: QueueTarget;
}

/** The relay's answer to words of this laptop. */
interface Outcome {
  /** The job as the relay has it; null = it has none. */
  readonly plannedJob: PlannedJob | null;
  readonly problem: Problem | null;
}

/** Brings this laptop's plans and claims to the relay, in the order they were written. */
export function createPlanSender(options: PlanSenderOptions): Outbox {
  const { client, database, keys } = options;
  if (client === null) return noOutbox;
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
          return ok({ plannedJob: answer.value.current, problem: makeProblem('plan-stale') });
        case 'not-taken':
          return ok({ plannedJob: null, problem: makeProblem('plan-not-taken', {}, answer.value.detail) });
      }
    }
    const claim = newPlannedJobClaim.parse(stored);
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
      // While stopping, databases may be closing; it is brought again.
      if (!outcome.ok || signal.aborted) return outcome.ok ? ok(undefined) : outcome;
      const { plannedJob, problem } = outcome.value;
      database.write((context) => {
        if (problem === null) dropOutbox(context, row.place);
        else writeOutboxProblem(context, row, JSON.stringify(problem));
        if (plannedJob !== null) keepPlannedJob(options, context, plannedJob);
        else if (problem === null) dropPlannedJob(context, row.planned_job);
        context.changed('planned-jobs');
      });
      return ok(undefined);
    },
  });
}
