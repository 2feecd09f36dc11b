import { relayProblem } from '../../shared/relay/access.ts';
import { plannedJob, plannedJobAnswer, stalePlan, type PlannedJob } from '../../shared/relay/jobs.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Answer } from './exchange.ts';
import { readAnswer } from './read-answer.ts';
import type { RelayError } from './relay-error.ts';

/** The relay's own words for what it does not take. */
type NotTaken = { readonly kind: 'not-taken'; readonly detail: string };

/** The outcome of a revision that was sent. `stale`: another one was first; null = it is not kept there any more. */
export type PlanAnswer =
  | { readonly kind: 'kept'; readonly plannedJob: PlannedJob }
  | { readonly kind: 'stale'; readonly current: PlannedJob | null }
  | NotTaken;

/** The outcome of a claim that was sent. */
export type PlanClaimAnswer =
  { readonly kind: 'answered'; readonly own: boolean; readonly plannedJob: PlannedJob } | NotTaken;

/** The meaning of 200, 400, 403, 404, 405 or 409 of `POST /v1/planned-jobs`. */
export function planAnswer({ status, body }: Answer): Result<PlanAnswer, RelayError> {
  switch (status) {
    case 200: {
      const kept = readAnswer(plannedJob, body, status);
      return kept.ok ? ok({ kind: 'kept', plannedJob: kept.value }) : kept;
    }
    case 409: {
      const stale = readAnswer(stalePlan, body, status);
      return stale.ok ? ok({ kind: 'stale', current: stale.value.current }) : stale;
    }
    default:
      return notTaken({ status, body });
  }
}

/** The meaning of 200, 400, 403, 404 or 405 of `POST /v1/planned-job-claims`. */
export function planClaimAnswer({ status, body }: Answer): Result<PlanClaimAnswer, RelayError> {
  if (status !== 200) return notTaken({ status, body });
  const answer = readAnswer(plannedJobAnswer, body, status);
  return answer.ok ? ok({ kind: 'answered', ...answer.value }) : answer;
}

/** Without the relay's own words a server in between answered, which may be gone the next time. */
function notTaken({ status, body }: Answer): Result<NotTaken, RelayError> {
  const reported = readAnswer(relayProblem, body, status);
  if (!reported.ok) return reported;
  return ok({ kind: 'not-taken', detail: `HTTP ${status} ${reported.value.message}` });
}
