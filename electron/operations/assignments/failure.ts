import { makeProblem, type Problem, type ProblemCode } from '../../../shared/problem.ts';
import type { FeedResult } from '../../../shared/relay/feed.ts';

const failureOf = {
  created: 'assignment-failed',
  updated: 'assignment-change-failed',
  deleted: 'assignment-removal-failed',
} as const satisfies Record<FeedResult['kind'], ProblemCode>;

/** The operator's own words for a result; null = it gave none. */
export function reasonOf({ errorMessage = null }: FeedResult['payload']): string | null {
  return errorMessage;
}

/** The meaning of a failed result for the operation it belongs to. */
export function problemOfFailure({ kind, payload }: FeedResult): Problem {
  return makeProblem(failureOf[kind], {}, reasonOf(payload));
}
