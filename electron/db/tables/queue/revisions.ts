import type { OperationId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A payload that a person's correction replaced. When and who: the log entry of the same number. */
export interface RevisionRow {
  readonly operation_id: OperationId;
  /** The operation's `revision` while this payload was its own. */
  readonly number: number;
  readonly payload: string;
  /** The fields that the correction changed, as JSON. */
  readonly changes: string;
}

/** Keeps a payload that is about to be replaced. */
export function insertRevision({ sqlite }: WriteContext, row: RevisionRow): void {
  sqlite
    .prepare<RevisionRow>(
      `INSERT INTO revision (operation_id, number, payload, changes)
       VALUES (@operation_id, @number, @payload, @changes)`,
    )
    .run(row);
}

/** All replaced payloads of an operation, oldest first. */
export function revisionsOf(sqlite: Sqlite, operation: OperationId): readonly RevisionRow[] {
  return sqlite
    .prepare<[OperationId], RevisionRow>('SELECT * FROM revision WHERE operation_id = ? ORDER BY number')
    .all(operation);
}
