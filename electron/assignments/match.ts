import { z } from 'zod';
import { assignmentId as assignmentIdSchema } from '../../shared/ids.ts';
import type { FeedResult } from '../../shared/relay/feed.ts';
import { operatorDateTime } from '../../shared/time.ts';
import type { Sqlite } from '../db/open.ts';
import { boundValue } from '../db/tables/queue/bindings.ts';
import type { OperationRow } from '../db/tables/queue/operations.ts';
import type { ResultKeys } from '../db/tables/queue/results.ts';
import type { AssignmentEffect, AssignmentTimes } from '../queue/kinds/kind.ts';
import { loadOperation } from '../queue/kinds/registry.ts';

/** Which operations a result of each kind can end. */
const kindOf = {
  created: 'create-assignment',
  updated: 'update-assignment',
  deleted: 'delete-assignment',
} as const;

/**
 * The operation a result belongs to. Created-results are matched by (car, user, start, end) as instants; updated and
 * deleted ones by assignment id, updated ones besides by the operations they echo. Among several that fit (an access
 * changed twice) one whose sent body has the result's checksum goes first, and the oldest that still awaits a result
 * before one that has ended. The checksum alone never decides: over which bytes it is made is not known.
 */
export function matchResult(sqlite: Sqlite, result: FeedResult): OperationRow | undefined {
  const candidates = sqlite
    .prepare<[string, number], OperationRow>(
      `SELECT * FROM operation WHERE kind = ? AND customer_id = ? AND context IS NOT NULL
         AND state NOT IN ('cancelled', 'sending') ORDER BY seq DESC LIMIT 500`,
    )
    .all(kindOf[result.kind], result.customerId);
  const fitting = candidates.filter((row) => {
    const effect = effectOf(sqlite, row);
    return effect !== null && fits(effect, result);
  });
  const sentAlike = fitting.filter((row) => sentWithChecksum(sqlite, row, result.payload.checksum));
  return sentAlike.findLast(isOpen) ?? sentAlike[0] ?? fitting.findLast(isOpen) ?? fitting[0];
}

function isOpen({ state }: OperationRow): boolean {
  return state === 'awaiting-result' || state === 'unknown';
}

/** What an operation that has left at least once does to an assignment; null for all others. */
export function effectOf(sqlite: Sqlite, row: OperationRow): AssignmentEffect | null {
  if (row.context === null) return null;
  const loaded = loadOperation(row);
  if (!loaded.ok) return null;
  return loaded.value.assignment((id, field) => boundValue(sqlite, id, field), row.context);
}

/** What a kept result must name to be of such an operation, as far as the database can tell. */
export function keysOf(effect: AssignmentEffect): ResultKeys {
  return effect.effect === 'create'
    ? { kind: 'created', carId: effect.carId, userId: effect.userId }
    : { kind: effect.effect === 'update' ? 'updated' : 'deleted', assignmentId: effect.assignmentId };
}

function fits(effect: AssignmentEffect, result: FeedResult): boolean {
  if (effect.effect !== 'create') {
    if (result.kind === 'created') return false;
    if (assignmentIdSchema.parse(effect.assignmentId) !== result.payload.assignmentId) return false;
    return (
      effect.effect === 'delete' ||
      result.kind !== 'updated' ||
      echoes(result.payload.updateData ?? null, effect.patch)
    );
  }
  if (result.kind !== 'created') return false;
  const { payload } = result;
  return (
    payload.carId === effect.carId &&
    payload.userId === effect.userId &&
    instantOf(payload.start) === effect.start &&
    instantOf(payload.end ?? null) === effect.end
  );
}

const echoedTime = z.looseObject({ path: z.enum(['/start', '/end']), value: z.string().nullish() });

/**
 * Could a result that echoes these operations be of this patch? Only what is certainly another one (a colleague's change
 * of the same access) says no: the echo may be absent, and its form is hardly shown.
 */
function echoes(updateData: readonly unknown[] | null, patch: AssignmentTimes): boolean {
  return (updateData ?? []).every((raw) => {
    const operation = echoedTime.safeParse(raw);
    if (!operation.success) return true;
    const { path, value } = operation.data;
    const wanted = path === '/start' ? patch.start : patch.end;
    const told = instantOf(value ?? null);
    return told === undefined || told === wanted;
  });
}

function instantOf(text: string | null): number | null | undefined {
  if (text === null) return null;
  const parsed = operatorDateTime.safeParse(text);
  return parsed.success ? parsed.data : undefined;
}

function sentWithChecksum(sqlite: Sqlite, row: OperationRow, checksum: string): boolean {
  return (
    sqlite
      .prepare<[string, string], number>(
        'SELECT 1 FROM attempt WHERE operation_id = ? AND checksum = ? COLLATE NOCASE',
      )
      .pluck()
      .get(row.id, checksum) === 1
  );
}
