import type { OperationState } from '../../../shared/domain/operation.ts';
import type { OperationId } from '../../../shared/ids.ts';
import type { LogEntryContent } from '../../../shared/log/entries.ts';
import { neverReached } from '../../../shared/never.ts';
import { makeProblem } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { applyAssignmentTransition } from '../assignments/effects.ts';
import { watchRevoked } from '../assignments/revoked-assignments.ts';
import type { WriteContext } from '../../db/open.ts';
import {
  bind,
  type Bindings,
  boundValue,
  dependantsOf,
  hasOpenDependency,
} from '../../db/tables/queue/operation-order.ts';
import { openIncident } from '../../db/tables/queue/operation-history.ts';
import {
  moveOperation,
  type OperationChange,
  type OperationRow,
  renameLane,
} from '../../db/tables/queue/operations.ts';
import type { InstallationLog } from '../../log/append.ts';
import type { LearnedFacts } from '../queue/kinds/kind.ts';
import { newCarLane } from '../queue/kinds/references.ts';
import { loadOperation } from '../queue/kinds/registry.ts';
import { defaultPolicy, nextResultQuestion, announce } from '../queue/parts.ts';
import { wasAlwaysRefused } from '../queue/tries.ts';
import type { Outcome } from './classify.ts';

/* The effects of an outcome in one transaction: state, bindings, domain rows and log entry. */

/** The dependencies of applying, besides the transaction. */
export interface ApplyParts {
  readonly log: InstallationLog;
}

/** The row as read when the outcome was determined; its state and attempt guard the transition. */
export type Target = OperationRow;

/**
 * The only way to an end state: state, bindings, dependants, assignment state, incident and log entry, in the caller's
 * ONE transaction. False = the operation has changed since; nothing is written, and the caller reads it again.
 */
export function applyOutcome(
  context: WriteContext,
  parts: ApplyParts,
  target: Target,
  outcome: Outcome,
  at: Instant,
): boolean {
  const { to, change } = transition(target, outcome, at);
  if (!moveOperation(context, target, to, at, change)) return false;
  switch (outcome.outcome) {
    case 'done':
      finishDone(context, target, outcome.bindings, at);
      break;
    case 'failed':
      assignmentTransition(context, target, 'failed', {}, outcome.problem.raw, at);
      openIncident(context, {
        operation: target.id,
        code: outcome.problem.code,
        message: outcome.problem.raw,
        at,
      });
      holdDependants(context, target.id, at);
      break;
    case 'accepted':
      assignmentTransition(context, target, 'accepted', {}, null, at);
      break;
    case 'blocked':
    case 'unknown':
    case 'later':
    case 'overtaken':
      break;
    default:
      neverReached(outcome);
  }
  const entry = entryOf(target, outcome);
  if (entry !== null) parts.log.append(context, { job: target.job_id, ...entry });
  announce(context, target);
  return true;
}

/** The log entry of an outcome; none for an outcome that only changes the schedule. */
function entryOf(target: Target, outcome: Outcome): LogEntryContent | null {
  const { id: operation, kind } = target;
  switch (outcome.outcome) {
    case 'done': {
      const { id } = outcome.bindings;
      const { confirmedBy } = outcome;
      // The operator's number of the new object: other laptops refer to it.
      const bound = id === undefined ? {} : { bound: id };
      return {
        type: 'operation-done',
        data: { operation, kind, confirmedBy, ...bound, ...learnedBy(target) },
      };
    }
    case 'accepted':
      return { type: 'operation-accepted', data: { operation, kind } };
    case 'later':
      return null;
    case 'unknown':
    case 'blocked':
    case 'failed':
    case 'overtaken': {
      const { code: problem, raw: said } = outcome.problem;
      return { type: troubleOf[outcome.outcome], data: { operation, kind, problem, said } };
    }
    default:
      return neverReached(outcome);
  }
}

/** Facts found before it was sent: other laptops see only the log. */
function learnedBy(target: Target): LearnedFacts {
  const loaded = loadOperation(target);
  return loaded.ok ? loaded.value.learned(target.context) : {};
}

const troubleOf = {
  unknown: 'operation-unknown',
  blocked: 'operation-blocked',
  failed: 'operation-failed',
  overtaken: 'operation-cancelled',
} as const;

function transition(
  target: Target,
  outcome: Outcome,
  at: Instant,
): { to: OperationState; change: OperationChange } {
  switch (outcome.outcome) {
    case 'done':
      return {
        to: 'done',
        change: {
          confirmed_by: outcome.confirmedBy,
          finished_at: at,
          not_before: null,
          problem: null,
          context: target.context,
        },
      };
    case 'accepted':
      return {
        to: 'awaiting-result',
        change: { accepted_at: at, not_before: outcome.askAt, problem: null, negative_reads: 0, delays: 0 },
      };
    case 'later':
      return {
        to: 'ready',
        change: {
          not_before: outcome.notBefore,
          problem: JSON.stringify(outcome.problem),
          // A closed connection does not count as this operation's delay.
          delays: outcome.notBefore === null ? target.delays : target.delays + 1,
          context: target.context,
        },
      };
    case 'unknown':
      return {
        to: 'unknown',
        change: {
          not_before: outcome.readAt,
          maybe_sent_at: at,
          negative_reads: 0,
          delays: 0,
          problem: JSON.stringify(outcome.problem),
        },
      };
    case 'blocked':
      return {
        to: 'blocked',
        change: { not_before: null, confirmed_by: null, problem: JSON.stringify(outcome.problem) },
      };
    case 'overtaken':
      return {
        to: 'cancelled',
        change: { not_before: null, finished_at: at, problem: JSON.stringify(outcome.problem) },
      };
    case 'failed':
      return {
        to: 'failed',
        change: { not_before: null, finished_at: at, problem: JSON.stringify(outcome.problem) },
      };
    default:
      return neverReached(outcome);
  }
}

function finishDone(context: WriteContext, target: Target, bindings: Bindings, at: Instant): void {
  bind(context, target.id, bindings);
  const id = bindings['id'];
  if (target.kind === 'create-car' && id !== undefined) {
    renameLane(context, newCarLane(target.id), `car:${id}`);
  }
  assignmentTransition(context, target, 'succeeded', bindings, null, at);
  watchRevokedAccesses(context, target, at);
  releaseDependants(context, target.id, at);
}

/** Local assignment state follows its operation; no effect for kinds without assignments. */
function assignmentTransition(
  context: WriteContext,
  target: Target,
  turn: 'accepted' | 'succeeded' | 'failed',
  bindings: Bindings,
  message: string | null,
  at: Instant,
): void {
  const loaded = loadOperation(target);
  if (!loaded.ok) return;
  // An operation from a backup may be found applied without ever having been prepared here.
  const effect = loaded.value.assignment(
    (operation, field) => boundValue(context.sqlite, operation, field),
    target.context ?? 'null',
  );
  if (effect !== null) applyAssignmentTransition(context, effect, turn, { bindings, message, at });
}

/**
 * Starts to watch the accesses of a removed Box; the removal itself does not wait for them. If the operator refused it
 * because the Box was already out, it revoked none.
 */
function watchRevokedAccesses(context: WriteContext, target: Target, at: Instant): void {
  if (target.context === null || wasAlwaysRefused(context.sqlite, target)) return;
  const loaded = loadOperation(target);
  if (!loaded.ok) return;
  const taken = loaded.value.cascadeDeletes(target.context) ?? [];
  watchRevoked(context, target, taken, at, nextResultQuestion(at, 0, defaultPolicy));
}

/** Releases the dependants that depend on nothing else that is open. */
export function releaseDependants(context: WriteContext, id: OperationId, at: Instant): void {
  for (const dependant of dependantsOf(context.sqlite, id)) {
    if (dependant.state !== 'waiting') continue;
    if (hasOpenDependency(context.sqlite, dependant.id)) continue;
    // A dependant that may have been sent already is read first, never just sent.
    const to = dependant.maybe_sent_at === null ? 'ready' : 'unknown';
    moveOperation(context, dependant, to, at, { not_before: null });
    announce(context, dependant);
  }
}

/** Holds the dependants of an operation that ended badly, transitively. */
export function holdDependants(context: WriteContext, id: OperationId, at: Instant): void {
  for (const dependant of dependantsOf(context.sqlite, id)) {
    if (dependant.state !== 'waiting') continue;
    moveOperation(context, dependant, 'held', at, {
      problem: JSON.stringify(makeProblem('dependency-ended')),
    });
    announce(context, dependant);
    holdDependants(context, dependant.id, at);
  }
}
