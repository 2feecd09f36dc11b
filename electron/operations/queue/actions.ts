import { z } from 'zod';
import type { OperationAction } from '../../../shared/domain/operation-commands.ts';
import type { OperationState } from '../../../shared/domain/operation.ts';
import { readJson } from '../../../shared/json-text.ts';
import { type ProblemCode, problem as problemSchema } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Sqlite } from '../../db/open.ts';
import { allDependantsOf, dependantsOf, dependenciesOf } from '../../db/tables/queue/dependencies.ts';
import { unseenIncidents } from '../../db/tables/queue/incidents.ts';
import { isBoundElsewhere, type OperationRow } from '../../db/tables/queue/operations.ts';
import { loadOperation } from './kinds/registry.ts';
import { quarantineEnd, type QueuePolicy } from './policy.ts';
import { triesThatCount } from './tries.ts';

/** The inputs of the rules, besides the rows. */
export interface RuleParts {
  readonly sqlite: Sqlite;
  readonly now: Instant;
  readonly policy: QueuePolicy;
}

/** Problems after which sending again overwrites the change of a colleague. */
const colleaguesChange = [
  'changed-meanwhile',
  'times-changed-meanwhile',
  'open-end-changed-meanwhile',
  'box-back-in-car',
] as const;

/** Problems after which the operation may stand at the operator already. */
const mayBeDone: ReadonlySet<ProblemCode> = new Set([
  ...colleaguesChange,
  'event-may-be-recorded',
  'several-cars-match',
  'car-exists',
  'access-may-be-given',
  'outcome-not-reported',
  'group-exists-unlisted',
  'outcome-contradicts',
  'result-missing',
  'crashed-repeatedly',
]);

/** The commands that a person may give for an operation now. All others are refused, so screens offer exactly these. */
export function actionsFor(parts: RuleParts, row: OperationRow): readonly OperationAction[] {
  const { sqlite } = parts;
  const allowed: Readonly<Record<OperationAction, () => boolean>> = {
    retry: () => row.state === 'blocked' && !mayStand(row),
    hold: () => row.state === 'ready' || row.state === 'waiting',
    release: () => row.state === 'held' && !dependenciesOf(sqlite, row.id).some(hasEnded),
    cancel: () => cancellable.has(row.state),
    'cancel-dependants': () =>
      (row.state === 'cancelled' || row.state === 'failed') &&
      allDependantsOf(sqlite, row.id).some(({ state }) => cancellable.has(state)),
    correct: () => mayCorrect(sqlite, row),
    'decide-done': () => row.state === 'unknown' || (row.state === 'blocked' && mayStand(row)),
    'decide-not-done': () =>
      row.state === 'unknown' ? isQuarantineOver(parts, row) : row.state === 'blocked' && mayStand(row),
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

const cancellable: ReadonlySet<OperationState> = new Set(['waiting', 'ready', 'held', 'blocked']);

/** May what is blocked stand at the operator already? Then it is decided, not just sent again. */
function mayStand(row: OperationRow): boolean {
  const code = problemCodeOf(row);
  return code !== null && mayBeDone.has(code);
}

/** Would sending it again overwrite the change of a colleague? */
export function overwritesColleague(row: OperationRow): boolean {
  const code = problemCodeOf(row);
  return colleaguesChange.some((change) => change === code);
}

/** A request on its way may still be executed until then: "it was not done" would be a guess (faults.md fact 4). */
export function isQuarantineOver(
  { now, policy }: Pick<RuleParts, 'now' | 'policy'>,
  row: OperationRow,
): boolean {
  const operation = loadOperation(row);
  // Of what this app does not know, the longer one.
  const endsBy = operation.ok ? operation.value.traits.endsBy : 'result';
  return now >= quarantineEnd(row.maybe_sent_at ?? row.updated_at, endsBy, policy);
}

/** Only what was certainly never applied may be corrected: else there would be two, an old one and a new one. */
export function mayCorrect(sqlite: Sqlite, row: OperationRow): boolean {
  const stands =
    row.state === 'blocked' || row.state === 'ready' || row.state === 'waiting' || row.state === 'held';
  if (!stands || row.maybe_sent_at !== null || triesThatCount(sqlite, row.id).length > 0) return false;
  const loaded = loadOperation(row);
  return loaded.ok && loaded.value.corrections().length > 0;
}

/** A new car that will never be, with work that hangs on it. */
export function isLostCar(sqlite: Sqlite, row: OperationRow): boolean {
  return (
    row.kind === 'create-car' &&
    (row.state === 'cancelled' || row.state === 'failed') &&
    dependantsOf(sqlite, row.id).some(({ state }) => cancellable.has(state))
  );
}

/** Will this never be done, or not until a person has acted on it? What a person keeps back is neither. */
export function hasEnded(row: Pick<OperationRow, 'state' | 'problem'>): boolean {
  if (row.state === 'held') return problemCodeOf(row) !== 'held-by-person';
  return row.state === 'failed' || row.state === 'cancelled';
}

/** The code of what stands against an operation; null = nothing. */
export function problemCodeOf({ problem }: Pick<OperationRow, 'problem'>): ProblemCode | null {
  return problem === null ? null : problemSchema.parse(JSON.parse(problem)).code;
}

/** Does it make something whose number others need? */
export function bringsId({ kind }: Pick<OperationRow, 'kind'>): boolean {
  return kind === 'create-car' || kind === 'create-group' || kind === 'create-assignment';
}

const earlier = z.object({ knownBefore: z.array(z.number()) });

/**
 * Did the user have this access before the operation was sent for the first time? Then it is not of its making: bound to it, it would be
 * removed or lengthened as the test access of a job.
 */
export function isEarlierAccess({ kind, context }: OperationRow, id: number): boolean {
  if (kind !== 'create-assignment' || context === null) return false;
  return earlier.safeParse(readJson(context)).data?.knownBefore.includes(id) ?? false;
}

/** Has another of our operations made this? Two orders are never one at the operator; a group of a name is one for all. */
export function isOfAnotherOrder(sqlite: Sqlite, row: OperationRow, id: number): boolean {
  return row.kind !== 'create-group' && isBoundElsewhere(sqlite, row, id);
}
