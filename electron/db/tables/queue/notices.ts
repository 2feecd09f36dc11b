import type { OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { OperationRow } from './operations.ts';

/** Trouble that was not announced yet. */
export type UnreportedTrouble = Pick<OperationRow, 'id' | 'state' | 'payload'> & { readonly code: string };

/** Operations that need a person, or went wrong unseen, for a reason that was not reported before: the oldest first. */
export function unreportedTroubles(sqlite: Sqlite): readonly UnreportedTrouble[] {
  return sqlite
    .prepare<[], UnreportedTrouble>(
      `WITH trouble (id, code) AS (
         SELECT id, coalesce(json_extract(problem, '$.code'), 'unexpected') FROM operation
           WHERE state = 'blocked' AND state IN ('blocked', 'failed')
         UNION SELECT operation_id, code FROM incident WHERE seen_at IS NULL)
       SELECT o.id, o.state, o.payload, t.code FROM trouble t JOIN operation o ON o.id = t.id
       WHERE NOT EXISTS (SELECT 1 FROM notice n WHERE n.operation_id = o.id AND n.code = t.code)
       ORDER BY o.seq`,
    )
    .all();
}

/** Notes that a person was called for it; the same reason once more, after a retry, is not reported again. */
export function insertNotice(
  { sqlite }: WriteContext,
  operation: OperationId,
  code: string,
  at: Instant,
): void {
  sqlite
    .prepare<[OperationId, string, Instant]>(
      'INSERT INTO notice (operation_id, code, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    )
    .run(operation, code, at);
}
