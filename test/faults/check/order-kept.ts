import { z } from 'zod';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import type { Scene } from './check.ts';
import { type Facts, placeOfEffect } from './facts.ts';

/** Work on one car is executed in the order asked for, unless a person had to step in. */
export function checkLane({ open, evidence }: Scene, facts: Facts): readonly string[] {
  const found: string[] = [];
  const lanes = new Map<string, { row: OperationRow; at: number; key: string }[]>();
  const taken = new Set<number>();
  const waits = new Set(
    open.database.sqlite
      .prepare<[], string>('SELECT DISTINCT operation_id FROM operation_dependency')
      .pluck()
      .all(),
  );
  for (const row of facts.rows) {
    // Cancelled is what was not done; an equal order asked for later is the one that was.
    if (row.state === 'cancelled') continue;
    const key = facts.keys.get(row.id) ?? null;
    const index = placeOfEffect(facts, row.id, taken);
    const effect = facts.effects[index];
    if (key === null || effect === undefined || row.attempt === 0) continue;
    if (evidence.lost.keys.includes(key)) continue;
    taken.add(index);
    // A revision, or a doubt that a person settled, puts it behind what has gone on meanwhile.
    if (row.revision > 1 || row.confirmed_by === 'person' || row.state === 'blocked') continue;
    const subject = subjectOf(row, facts);
    const lane = lanes.get(subject) ?? [];
    const last = lane.at(-1);
    if (last !== undefined && last.at > effect.at && last.key !== key) {
      found.push(`order: ${key} was done before ${last.key}, which was asked for first`);
    }
    // An operation that waits for another holds up no other (architecture.md §4).
    if (waits.has(row.id)) continue;
    lanes.set(subject, [...lane, { row, at: effect.at, key }]);
  }
  return found;
}

const target = z.union([z.number(), z.object({ op: z.string(), field: z.string() })]).optional();
const about = z.object({ car: target, group: target, user: target, name: z.string().optional() });

/** The car it is about, else the group, else the user: worked out from what was asked. */
function subjectOf(row: OperationRow, { bindings }: Facts): string {
  // An event has a lane of its own, because a doubt there must not hold the car's other work.
  if (row.kind === 'create-event') return row.id;
  const asked = about.parse(JSON.parse(row.payload));
  for (const field of ['car', 'group', 'user'] as const) {
    const value = asked[field];
    if (value === undefined) continue;
    const id = typeof value === 'number' ? value : bindings.get(`${value.op} ${value.field}`);
    return `${field} ${id ?? row.id}`;
  }
  return row.kind === 'create-car'
    ? `car ${bindings.get(`${row.id} id`) ?? row.id}`
    : `named ${asked.name ?? row.id}`;
}
