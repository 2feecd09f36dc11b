import { makeProblem, type Problem, type ProblemCode } from '../../../shared/problem.ts';
import type { FeedResult } from '../../../shared/relay/results.ts';
import type { Instant } from '../../../shared/time.ts';
import type { WriteContext } from '../../db/open.ts';
import { openIncident } from '../../db/tables/queue/incidents.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import type { InstallationLog } from '../../log/append.ts';
import { announce } from '../outcomes/announce.ts';

const failureOf = {
  created: 'assignment-failed',
  updated: 'assignment-change-failed',
  deleted: 'assignment-removal-failed',
} as const satisfies Record<FeedResult['kind'], ProblemCode>;

/** The operator's error message in a result; null = none. */
export function reasonOf({ errorMessage = null }: FeedResult['payload']): string | null {
  return errorMessage;
}

/** The problem that a failed result means for its operation. */
export function problemOfFailure({ kind, payload }: FeedResult): Problem {
  return makeProblem(failureOf[kind], {}, reasonOf(payload));
}

/** Terminal states are monotone (faults.md fact 12): a contradicting result opens one incident. */
export function contradiction(
  context: WriteContext,
  { clock, log }: { readonly clock: { readonly now: () => Instant }; readonly log: InstallationLog },
  operation: Pick<OperationRow, 'id' | 'kind' | 'job_id'>,
  message: string | null,
): boolean {
  const at = clock.now();
  const fresh = openIncident(context, {
    operation: operation.id,
    code: 'outcome-contradicts',
    message,
    at,
  });
  if (fresh) {
    log.append(context, {
      job: operation.job_id,
      type: 'result-contradicts',
      data: { operation: operation.id, kind: operation.kind, said: message },
    });
    announce(context, operation);
  }
  return fresh;
}
