import type { Sqlite } from '../../../electron/db/open.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { SECOND } from '../../../shared/time.ts';
import { type Effect, keyOfOperation } from '../effects.ts';
import { PROCESSING_LIMIT_MS } from '../network.ts';
import { isAcceptedFirst } from '../operator-in-process.ts';
import type { World } from '../world.ts';

/** Orders and effects, side by side. */
export interface Facts {
  /** All operations, oldest first. */
  readonly rows: readonly OperationRow[];
  /** The expected effect of each; null while an id it needs is not known. */
  readonly keys: ReadonlyMap<OperationId, string | null>;
  readonly bindings: ReadonlyMap<string, number>;
  readonly effects: readonly Effect[];
  /** True times at which the requests of an operation have left; null where that is not known any more. */
  readonly departuresOf: (operation: OperationId) => readonly number[] | null;
}

/** The longest time from the first byte of a request to its execution. */
const EXECUTED_WITHIN_MS = PROCESSING_LIMIT_MS + SECOND;

/** Reads what one laptop has asked for, and what the operator has done for it. */
export function gatherFacts(sqlite: Sqlite, world: World, laptop: number): Facts {
  const rows = sqlite.prepare<[], OperationRow>('SELECT * FROM operation ORDER BY seq').all();
  const bindings = new Map([
    ...releasedNumbers(sqlite),
    ...sqlite
      .prepare<[], { operation_id: string; field: string; value: number }>('SELECT * FROM binding')
      .all()
      .map(({ operation_id: operation, field, value }) => [`${operation} ${field}`, value] as const),
  ]);
  const bound = (operation: string, field: string) => bindings.get(`${operation} ${field}`);
  const keys = new Map(rows.map((row) => [row.id, keyOfOperation(row, bound, world.productOf)]));
  return {
    rows,
    keys,
    bindings,
    effects: world.effects().filter((effect) => world.ownerOf(effect.laptop) === world.ownerOf(laptop)),
    departuresOf: world.wire.departuresOf,
  };
}

/** Numbers that the operator has given to another access since: the log alone still says whose they were. */
function releasedNumbers(sqlite: Sqlite): readonly (readonly [string, number])[] {
  return sqlite
    .prepare<[], { operation: string; bound: number }>(
      `SELECT o.id AS operation, json_extract(e.data, '$.bound') AS bound
       FROM operation o JOIN assignment a ON a.id = json_extract(o.payload, '$.local')
         JOIN log_entry e ON e.type = 'operation-done' AND json_extract(e.data, '$.operation') = o.id
       WHERE o.kind = 'create-assignment' AND a.assignment_id IS NULL AND a.state = 'deleted' AND bound IS NOT NULL`,
    )
    .all()
    .map(({ operation, bound }) => [`${operation} id`, bound] as const);
}

/**
 * Where among the effects is the one of this operation, of those without an operation? Of equal orders, which may leave in
 * either order, each is recognised by its result. One that was executed when no request of the operation was on its way is that of another
 * (the number of an ended access may be that of a new one by then). -1 = there is none.
 */
export function placeOfEffect(
  { keys, bindings, effects, departuresOf }: Pick<Facts, 'keys' | 'bindings' | 'effects' | 'departuresOf'>,
  id: OperationId,
  taken: ReadonlySet<number>,
): number {
  const key = keys.get(id) ?? null;
  const brought = bindings.get(`${id} id`);
  const departures = departuresOf(id);
  return effects.findIndex((effect, place) => {
    if (key === null || effect.key !== key || taken.has(place)) return false;
    const since = departures?.map((departed) => effect.at - departed);
    if (since?.some((passed) => passed >= 0 && passed <= EXECUTED_WITHIN_MS) === false) return false;
    const made = effect.made ?? effect.result?.assignmentId ?? null;
    return brought === undefined || made === null || made === brought;
  });
}

/** Whether this write took effect. An accepted one counts once it has succeeded. */
export function isDone({ entry, result }: Effect): boolean {
  return isAcceptedFirst(entry) ? result?.succeeded === true : true;
}

/** Did the operator accept it and then fail it? */
export function hasFailed({ entry, result }: Effect): boolean {
  return isAcceptedFirst(entry) && result?.succeeded === false;
}

/** How often the operator has done this. */
export function howOftenDone({ effects }: Facts, key: string): number {
  return effects.filter((effect) => effect.key === key && isDone(effect)).length;
}
