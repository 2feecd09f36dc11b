import { z } from 'zod';
import {
  leavesInDoubt,
  type OperationAction,
  reportsColleaguesChange,
} from '../../../shared/domain/operation-commands.ts';
import type { OperationState } from '../../../shared/domain/operation.ts';
import { readJson } from '../../../shared/parsing.ts';
import { type ProblemCode, problem as problemSchema } from '../../../shared/problem.ts';
import { type Instant, MINUTE } from '../../../shared/time.ts';
import type { Sqlite } from '../../db/open.ts';
import { allDependantsOf, dependantsOf, dependenciesOf } from '../../db/tables/queue/operation-order.ts';
import { unseenIncidents } from '../../db/tables/queue/operation-history.ts';
import { isBoundElsewhere, type OperationRow } from '../../db/tables/queue/operations.ts';
import { loadOperation } from './kinds/registry.ts';
import { quarantineEnd, type QueuePolicy } from './parts.ts';
import { triesThatCount } from './tries.ts';

/* The rules by which a person may command an operation. */

/** The inputs of the rules, besides the rows. */
export interface RuleParts {
  readonly sqlite: Sqlite;
  readonly now: Instant;
  readonly policy: QueuePolicy;
}

/**
 * The commands allowed for an operation in its present state. Main refuses all others, so screens offer exactly these.
 */
export function actionsFor(parts: RuleParts, row: OperationRow): readonly OperationAction[] {
  const { sqlite } = parts;
  const allowed: Readonly<Record<OperationAction, () => boolean>> = {
    retry: () => row.state === 'blocked' && !mayBeApplied(row),
    hold: () => row.state === 'ready' || row.state === 'waiting',
    release: () => row.state === 'held' && !dependenciesOf(sqlite, row.id).some(hasEnded),
    cancel: () => cancellable.has(row.state) && giveUpFrom(parts, row) === null,
    'cancel-dependants': () =>
      (row.state === 'cancelled' || row.state === 'failed') &&
      allDependantsOf(sqlite, row.id).some(({ state }) => cancellable.has(state)),
    correct: () => mayCorrect(sqlite, row),
    'decide-done': () => asksWhetherDone(row),
    'decide-not-done': () => asksWhetherDone(row) && notDoneFrom(parts, row) === null,
    'move-to-car': () => isLostCar(sqlite, row),
    acknowledge: () => unseenIncidents(sqlite, row.id).length > 0,
  };
  return actionNames.filter((action) => allowed[action]());
}

const actionNames = [
  'decide-done',
  'decide-not-done',
  'retry',
  'release',
  'move-to-car',
  'acknowledge',
  'correct',
  'hold',
  'cancel',
  'cancel-dependants',
] as const satisfies readonly OperationAction[];

/** The states in which an operation may be given up. */
export const cancellable: ReadonlySet<OperationState> = new Set(['waiting', 'ready', 'held', 'blocked']);

const testAccess = z.object({
  period: z.object({ from: z.literal('sending'), minutes: z.number() }),
});
const sentTimes = z.object({ end: z.number() });

/**
 * The time from which an operation may be given up; null = now. A test access that may have reached the operator could
 * open the car until then, while its job would say that the car was not tested
 * (docs/decisions/0068-a-test-access-in-doubt.md).
 */
export function giveUpFrom({ now }: Pick<RuleParts, 'now'>, row: OperationRow): Instant | null {
  // An accepted request that a person has settled as "not done" is no longer blocked.
  const left = row.maybe_sent_at ?? (row.state === 'blocked' ? row.accepted_at : null);
  if (row.kind !== 'create-assignment' || row.job_id === null || left === null) return null;
  const access = testAccess.safeParse(readJson(row.payload));
  if (!access.success) return null;
  const sent = sentTimes.safeParse(readJson(row.context ?? 'null'));
  // A disk that was set back has lost the times.
  const end = sent.data?.end ?? left + access.data.period.minutes * MINUTE;
  return now < end ? end : null;
}

/** Whether a blocked operation may already be applied: then a person decides, and it is not simply resent. */
function mayBeApplied(row: OperationRow): boolean {
  const code = problemCodeOf(row);
  return code !== null && leavesInDoubt(code);
}

/** Whether a request of it may have left. It is then read before it is sent again. */
export const mayHaveLeft = (row: Pick<OperationRow, 'maybe_sent_at' | 'accepted_at'>): boolean =>
  row.maybe_sent_at !== null || row.accepted_at !== null;

/**
 * Whether a person's word may stand for a read: in doubt, or where the problem of a blocked operation leaves that
 * question. Any other blocked operation is retried, which reads it first if it may have left.
 */
export const isDecidable = (row: OperationRow): boolean =>
  row.state === 'unknown' || row.problem === null || mayBeApplied(row);

/** Whether a resend would overwrite a colleague's change. */
export function overwritesColleague(row: OperationRow): boolean {
  const code = problemCodeOf(row);
  return code !== null && reportsColleaguesChange(code);
}

/** Whether a person is asked if it was done. */
export const asksWhetherDone = (row: OperationRow): boolean =>
  row.state === 'unknown' || (row.state === 'blocked' && mayBeApplied(row));

/**
 * The time from which "it was not done" is accepted; null = now. A request in flight may still be executed until then,
 * so an earlier answer would be a guess (faults.md fact 4).
 */
export function notDoneFrom(
  { now, policy }: Pick<RuleParts, 'now' | 'policy'>,
  row: OperationRow,
): Instant | null {
  // A blocked operation that never left has no request in flight.
  if (row.state !== 'unknown' && row.maybe_sent_at === null) return null;
  const operation = loadOperation(row);
  // For an unknown kind the longer quarantine applies.
  const endsBy = operation.ok ? operation.value.traits.endsBy : 'result';
  const end = quarantineEnd(row.maybe_sent_at ?? row.updated_at, endsBy, policy);
  return now < end ? end : null;
}

/**
 * Only an operation that was certainly never applied may be corrected: otherwise an old and a new object could both
 * exist.
 */
export function mayCorrect(sqlite: Sqlite, row: OperationRow): boolean {
  const stands =
    row.state === 'blocked' || row.state === 'ready' || row.state === 'waiting' || row.state === 'held';
  if (!stands || row.maybe_sent_at !== null || triesThatCount(sqlite, row.id).length > 0) return false;
  const loaded = loadOperation(row);
  return loaded.ok && loaded.value.corrections().length > 0;
}

/** A new car that failed or was cancelled while other operations depend on it. */
export function isLostCar(sqlite: Sqlite, row: OperationRow): boolean {
  return (
    row.kind === 'create-car' &&
    (row.state === 'cancelled' || row.state === 'failed') &&
    dependantsOf(sqlite, row.id).some(({ state }) => cancellable.has(state))
  );
}

/** Whether it will not be done without a person's action. An operation that a person holds does not count. */
export function hasEnded(row: Pick<OperationRow, 'state' | 'problem'>): boolean {
  if (row.state === 'held') return problemCodeOf(row) !== 'held-by-person';
  return row.state === 'failed' || row.state === 'cancelled';
}

/** The code of an operation's problem; null = none. */
export function problemCodeOf({ problem }: Pick<OperationRow, 'problem'>): ProblemCode | null {
  return problem === null ? null : problemSchema.parse(JSON.parse(problem)).code;
}

/** Whether it creates an object whose number other operations need. */
export function bringsId({ kind }: Pick<OperationRow, 'kind'>): boolean {
  return kind === 'create-car' || kind === 'create-group' || kind === 'create-assignment';
}

const earlier = z.object({ knownBefore: z.array(z.number()) });

/**
 * Whether the user had this access before the operation was first sent. Then the operation did not create it. If it
 * were bound, a later step would remove or extend it as the job's test access.
 */
export function isEarlierAccess({ kind, context }: OperationRow, id: number): boolean {
  if (kind !== 'create-assignment' || context === null) return false;
  return earlier.safeParse(readJson(context)).data?.knownBefore.includes(id) ?? false;
}

/**
 * Whether another operation of ours created this object. Two orders never share one object at the operator, except a
 * group, which its name identifies.
 */
export function isOfAnotherOrder(sqlite: Sqlite, row: OperationRow, id: number): boolean {
  return row.kind !== 'create-group' && isBoundElsewhere(sqlite, row, id);
}
