import { z } from 'zod';
import { type AssignmentRow, isOfRevoked } from '../../../electron/db/tables/queue/assignments.ts';
import type { ResultRow } from '../../../electron/db/tables/queue/results.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import type { Assignment } from '../../operator/model.ts';
import type { Effect } from '../effects.ts';
import type { Scene } from './check.ts';
import type { Facts } from './facts.ts';

const bare = z.looseObject({ payload: z.unknown() });

/** Results are counted once, none of ours is left over, and local assignment state is the operator's. */
export function checkResults(scene: Scene, facts: Facts): readonly string[] {
  const { open, world } = scene;
  const found: string[] = [];
  const { sqlite } = open.database;
  const results = sqlite.prepare<[], ResultRow>('SELECT * FROM result').all();
  const reports = new Map(
    facts.effects.flatMap((effect) => effect.reports.map((report) => [textOf(report), effect] as const)),
  );
  for (const row of results) {
    if (row.state === 'unreadable') found.push(`unread: a result could not be read: ${row.payload}`);
    if (row.state !== 'unresolved' || row.kind === null) continue;
    const effect = reports.get(textOf(bare.parse(JSON.parse(row.payload)).payload));
    if (effect === undefined || !isForUs(scene, facts, effect, row.assignment_id)) continue;
    found.push(`left over: a result of ours is unresolved: ${row.payload}`);
  }
  const taken = new Set<string>();
  const counted = new Set<string>();
  for (const row of results) {
    const reported = textOf(bare.parse(JSON.parse(row.payload)).payload);
    // The relay keeps equal results as one; a relay with an empty store has another epoch.
    const once = `${row.epoch} ${reported}`;
    if (counted.has(once)) found.push(`counted twice: ${reported}`);
    counted.add(once);
    taken.add(reported);
  }
  for (const kept of world.relay.kept()) {
    // At rest the cursor is at the head: whatever the relay holds has been taken.
    const reported = textOf(kept);
    if (!taken.has(reported)) found.push(`missed: a result the relay holds was never taken: ${reported}`);
  }
  const incidents = sqlite
    .prepare<[], { operation_id: string; code: string; count: number }>(
      'SELECT operation_id, code, subject, count(*) AS count FROM incident GROUP BY operation_id, code, subject',
    )
    .all();
  for (const { operation_id: id, code, count } of incidents) {
    if (count > 1) found.push(`incident: ${count} incidents ${code} for ${id}`);
  }
  for (const row of facts.rows) {
    const own = incidents.filter(({ operation_id: id }) => id === row.id);
    if (row.state === 'failed' && own.length === 0)
      found.push(`incident: ${row.seq} ${row.kind} failed without one`);
  }
  for (const row of sqlite.prepare<[], AssignmentRow>('SELECT * FROM assignment').all()) {
    const under =
      row.assignment_id === null ? undefined : world.operator.state.assignments.get(row.assignment_id);
    // Another access may have the number of one that is gone.
    const there = under !== undefined && isSameAccess(under, row);
    const gone = row.state === 'deleted' || row.state === 'failed';
    if (there && gone)
      found.push(`untrue: access ${row.assignment_id} is said to be ${row.state} and is there`);
    const givenUp = facts.rows.some(
      ({ state, payload: asked }) => state !== 'done' && asked.includes(row.id),
    );
    if (row.state.startsWith('pending') && !givenUp)
      found.push(`stuck: access ${row.assignment_id ?? row.id} is ${row.state}`);
  }
  return found;
}

function isSameAccess({ carId, userId, start }: Assignment, row: AssignmentRow): boolean {
  return carId === row.car_id && userId === row.user_id && Date.parse(start) === row.start_at;
}

/** Of the payload of an access that is given again: the number of the one that left, which a disk that was set back may know from here alone. */
const madeAgain = z.object({ again: z.literal(true), replaces: z.number().nullable() });

/** Whether the operation of this result is known. */
function isForUs(scene: Scene, facts: Facts, effect: Effect, access: number | null): boolean {
  const { open, world } = scene;
  const { key, entry } = effect;
  const asked = facts.rows.filter(
    (row) => row.attempt > 0 && facts.keys.get(row.id) === key && !isOfLostTestAccess(scene, row, effect),
  );
  if (entry.path === '/installations') return asked.some(({ id }) => takenWith(world, access, id, facts));
  if (asked.length === 0) return false;
  // An access may be recreated under the number of the one that left with its Box. Its result looks like a late one of that access.
  const replaced = asked.flatMap(({ payload }) => madeAgain.safeParse(JSON.parse(payload)).data ?? []);
  const isOfThatNumber = replaced.some(({ replaces }) => replaces === access);
  if (replaced.length > 0 && access !== null && (isOfThatNumber || isOfRevoked(open.database.sqlite, access)))
    return false;
  // A result that only the access connects with an order is a hint, which waits for the person who decides about the order.
  const waitsForPerson = asked.some(({ state }) => state === 'blocked');
  if (entry.method === 'DELETE') return !waitsForPerson || effect.result?.succeeded === true;
  if (entry.method !== 'PATCH') return true;
  // Two changes of one access whose results tell nothing but the access: which is whose is never guessed.
  const changes = facts.rows.filter(
    ({ id, kind }) =>
      kind === 'update-assignment' && facts.keys.get(id)?.startsWith(`PATCH ${entry.path} `) === true,
  );
  return changes.length === 1 && (!waitsForPerson || world.operator.tellsBodies);
}

const testAccess = z.object({ start: z.string() });

/**
 * The times of a test access are chosen when it leaves. Of a try that the older disk does not know, the result has car, user and length
 * only, as that of any other laptop's test access.
 */
function isOfLostTestAccess(
  { open, evidence }: Scene,
  { id }: OperationRow,
  { key, entry }: Effect,
): boolean {
  if (!evidence.lost.left.has(id) || !key.startsWith('test access')) return false;
  const { start } = testAccess.parse(JSON.parse(entry.body ?? '{}'));
  const known = open.database.sqlite
    .prepare<[string, number], number>('SELECT 1 FROM attempt WHERE operation_id = ? AND start_at = ?')
    .pluck();
  return known.get(id, Date.parse(start)) === undefined;
}

/** Was this access taken away with the Box of that removal? */
function takenWith(
  { operator }: Scene['world'],
  assignment: number | null,
  id: string,
  facts: Facts,
): boolean {
  if (assignment === null || operator.state.assignments.has(assignment)) return false;
  const row = facts.rows.find((candidate) => candidate.id === id);
  return row?.context?.includes(`"id":${assignment},`) === true;
}

/** The same fields give the same text, in whatever order they came. */
function textOf(result: unknown): string {
  const fields = Object.entries(z.record(z.string(), z.unknown()).parse(result));
  return JSON.stringify(Object.fromEntries(fields.sort(([left], [right]) => left.localeCompare(right))));
}
