import { z } from 'zod';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import type { OperatorState } from '../../operator/state.ts';
import type { Scene } from './check.ts';
import { type Facts, isDone } from './facts.ts';
import { LOOK_MS } from './nothing-overwritten.ts';

const reference = z.object({ op: z.string(), field: z.string() });
const target = z.union([z.number(), reference]);
const order = z.object({ assignment: target, car: target, userId: z.number().optional() });
type Bound = (value: z.infer<typeof target>) => number | undefined;

/**
 * A change or a removal reaches no access of another car or user. The number may be given out again after the look that precedes the
 * request, so what has it must have had it for longer than such a look is old.
 */
export function checkMeantAccess({ world, evidence }: Scene, facts: Facts): readonly string[] {
  // A process that stands still may have looked minutes before it sends.
  if (world.storm.secondInstance > 0) return [];
  const bound: Bound = (value) =>
    typeof value === 'number' ? value : facts.bindings.get(`${value.op} ${value.field}`);
  const { history } = world.operator;
  const asking = new Map<string, OperationRow[]>();
  for (const row of facts.rows) {
    const key = facts.keys.get(row.id) ?? null;
    if (key === null || !(row.kind === 'update-assignment' || row.kind === 'delete-assignment')) continue;
    asking.set(key, [...(asking.get(key) ?? []), row]);
  }
  return facts.effects.filter(isDone).flatMap(({ key, at }) => {
    const rows = asking.get(key) ?? [];
    // Of equal orders the one whose access has the number may have been sent, also by a disk that has been set back since.
    const isAnother = (state: OperatorState) => rows.every((row) => isOfAnother(row, state, bound));
    const reachesAnother = isAnother(history.asOf(at - LOOK_MS)) && isAnother(history.asOf(at - 1));
    return rows.length > 0 && reachesAnother && !evidence.lost.keys.includes(key)
      ? [`another: ${key} reached an access of another car or user`]
      : [];
  });
}

function isOfAnother({ payload }: OperationRow, { assignments }: OperatorState, bound: Bound): boolean {
  const { assignment, car, userId } = order.parse(JSON.parse(payload));
  const found = assignments.get(bound(assignment) ?? 0);
  if (found === undefined) return false;
  const meant = bound(car);
  return (meant !== undefined && found.carId !== meant) || (userId !== undefined && found.userId !== userId);
}
