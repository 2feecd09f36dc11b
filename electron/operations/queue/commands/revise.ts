import type { OperationState } from '../../../../shared/domain/operation.ts';
import type { FieldChange } from '../../../../shared/domain/operation-commands.ts';
import type { OperationId } from '../../../../shared/ids.ts';
import type { WriteContext } from '../../../db/open.ts';
import { boundValue } from '../../../db/tables/queue/dependencies.ts';
import { moveOperation, type OperationRow } from '../../../db/tables/queue/operations.ts';
import { insertRevision } from '../../../db/tables/queue/operation-history.ts';
import { payloadDigest } from '../digest.ts';
import type { StoredPayload } from '../kinds/kind.ts';
import { currentLane } from '../kinds/lanes.ts';
import type { CommandParts } from './guard.ts';

/** A new revision of what will be sent, the old one kept. What an earlier look had learned belonged to the old one. */
export function revise(
  context: WriteContext,
  parts: Pick<CommandParts, 'clock'>,
  row: OperationRow,
  revision: {
    readonly stored: StoredPayload;
    readonly changes: readonly FieldChange[];
    readonly to: OperationState;
  },
): void {
  const { stored, changes, to } = revision;
  const bound = (id: OperationId, field: string) => boundValue(context.sqlite, id, field);
  insertRevision(context, {
    operation_id: row.id,
    number: row.revision,
    payload: row.payload,
    changes: JSON.stringify(changes),
  });
  moveOperation(context, row, to, parts.clock.now(), {
    payload: stored.payload,
    payload_digest: payloadDigest(stored.payload),
    lane: currentLane(stored.lane, bound),
    dedupe_key: stored.dedupeKey,
    revision: row.revision + 1,
    context: null,
    not_before: null,
    crashes: 0,
    delays: 0,
    negative_reads: 0,
    // Why it is held goes on to be true.
    problem: to === 'held' ? row.problem : null,
  });
}
