import { z } from 'zod';
import type { AssignmentRow } from '../../../electron/db/tables/queue/assignments.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import type { Effect } from '../effects.ts';
import type { Scene } from './check.ts';
import { type Facts, isDone } from './facts.ts';
import { goalOf } from './goals.ts';

/** Every end and every number the app has taken over is what the operator really held, at some time since it was asked for. */
export function checkEnds(scene: Scene, facts: Facts): readonly string[] {
  return [
    ...facts.rows.flatMap((row) => checkGoal(scene, facts, row)),
    ...facts.rows.flatMap((row) => checkBinding(scene, facts, row)),
    ...checkShownTimes(scene, facts),
    ...checkTries(scene, facts),
  ];
}

function checkGoal({ world, evidence }: Scene, facts: Facts, row: OperationRow): readonly string[] {
  if (row.state !== 'done') return [];
  const goal = goalOf(
    row,
    (operation, field) => facts.bindings.get(`${operation} ${field}`),
    world.productOf,
  );
  const since = evidence.acknowledged.get(row.id) ?? 0;
  const moments = world.operator.history.moments();
  const held =
    goal !== null &&
    moments.some(({ state }, index) => (moments[index + 1]?.at ?? Infinity) >= since && goal(state));
  return held
    ? []
    : [
        `untrue: ${row.seq} ${row.kind} is done, and the operator never held it (${facts.keys.get(row.id) ?? 'not bound'})`,
      ];
}

/** The object made for an order is the one that it is bound to: a car or an access of a colleague looks the same. */
function checkBinding(
  { evidence }: Scene,
  { bindings, effects, keys }: Facts,
  { id, seq, kind }: OperationRow,
): readonly string[] {
  if (kind !== 'create-car' && kind !== 'create-assignment') return [];
  const bound = bindings.get(`${id} id`);
  if (bound === undefined) return [];
  // A car like ours is taken for ours where the disk does not know what was there before: a second one would be worse.
  if (kind === 'create-car' && evidence.lost.entries.size > 0) return [];
  const key = keys.get(id);
  const made = effects.some(
    (effect) =>
      effect.key === key && isDone(effect) && (effect.made ?? effect.result?.assignmentId) === bound,
  );
  return made
    ? []
    : [`binding: ${seq} ${kind} is bound to ${bound}, which was not made for it (${key ?? '?'})`];
}

const endPatch = z.array(z.object({ path: z.string(), value: z.string().nullish() }));

/** An access whose last change is ours is shown as the operator has it; one that a colleague changed later cannot be. */
function checkShownTimes({ open, world, evidence }: Scene, facts: Facts): readonly string[] {
  const found: string[] = [];
  const rows = open.database.sqlite.prepare<[], AssignmentRow>('SELECT * FROM assignment').all();
  for (const row of rows) {
    const there =
      row.assignment_id === null ? undefined : world.operator.state.assignments.get(row.assignment_id);
    if (there === undefined || row.state.startsWith('pending')) continue;
    if (there.carId !== row.car_id || there.userId !== row.user_id) {
      // A number that a colleague was given is known by no result; one that this laptop was given is.
      const own = facts.effects.some(
        ({ key, result }) =>
          result?.assignmentId === there.id && key.includes(`access to ${there.carId} for ${there.userId} `),
      );
      if (!own) continue;
      found.push(`binding: access ${there.id} is shown for another car or user than the operator has`);
      continue;
    }
    const made = facts.effects
      .filter(({ entry, result }) => entry.method === 'PUT' && result?.assignmentId === there.id)
      .sort(byPlace)
      .at(-1);
    const last = facts.effects
      .filter((effect) => effect.entry.method === 'PATCH' && effect.entry.path === `/assignments/${there.id}`)
      .filter(isDone)
      // One from before was of the access that had the number then.
      .filter((change) => made === undefined || byPlace(made, change) < 0)
      .sort(byPlace)
      .at(-1);
    // The disk has lost the order.
    if (last !== undefined && evidence.lost.keys.includes(last.key)) continue;
    const set = endPatch.parse(JSON.parse(last?.entry.body ?? '[]')).find(({ path }) => path === '/end');
    if (set === undefined) continue;
    const ours = timeOf(set.value ?? null);
    const settled = facts.rows.every(
      ({ state, payload }) =>
        !payload.includes(`"assignment":${there.id}`) || ['done', 'failed'].includes(state),
    );
    if (settled && ours === timeOf(there.end) && row.end_at !== ours) {
      found.push(
        `untrue: access ${there.id} ends ${there.end ?? 'never'}, and is shown with ${row.end_at ?? 'none'}`,
      );
    }
  }
  return found;
}

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

function byPlace(left: Effect, right: Effect): number {
  return (left.place ?? 0) - (right.place ?? 0);
}

/** Nothing is asked for again once the operator has said yes to it. */
function checkTries({ open }: Scene, facts: Facts): readonly string[] {
  const again = open.database.sqlite
    .prepare<[], string>(
      `SELECT DISTINCT operation_id FROM attempt AS yes WHERE sent = 'answered' AND status IS NULL AND code IS NULL
         AND EXISTS (SELECT 1 FROM attempt AS next WHERE next.operation_id = yes.operation_id AND next.number > yes.number)
         AND NOT EXISTS (SELECT 1 FROM log_entry WHERE type IN ('operation-decided', 'operation-retried')
           AND instr(data, yes.operation_id) > 0)`,
    )
    .pluck()
    .all();
  return facts.rows
    .filter(({ id }) => again.includes(id))
    .map(({ seq, kind }) => `twice: ${seq} ${kind} was sent again after the operator had said yes`);
}
