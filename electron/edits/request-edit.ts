import type { OperationView } from '../../shared/domain/operation.ts';
import type { OperationId } from '../../shared/ids.ts';
import type { LogFactsOf } from '../../shared/log/entries.ts';
import { readOperation } from '../db/tables/queue/operations.ts';
import { enqueue, type NewOperation } from '../operations/queue/enqueue.ts';
import { viewOperation } from '../operations/queue/views.ts';
import type { EditParts } from './parts.ts';

/** A write that was checked and may be made durable. */
export interface Edit<Payload> {
  readonly kind: NewOperation<Payload>['kind'];
  readonly payload: (self: OperationId) => Payload;
  /** The subject in the log: ids and labels. */
  readonly about: Omit<LogFactsOf<'edit-requested'>, 'operation' | 'kind'>;
}

/**
 * Makes an edit durable, with its log entry, in ONE transaction, and answers the operation on its way. Nothing waits for
 * the network.
 */
export function requestEdit<Payload>(parts: EditParts, edit: Edit<Payload>): OperationView {
  const id = parts.ids.operation();
  const view = parts.database.write((context) => {
    const { kind } = edit;
    enqueue(context, parts.target, { id, kind, payload: edit.payload(id), job: null }, parts.clock.now());
    parts.log.append(context, {
      job: null,
      type: 'edit-requested',
      data: { ...edit.about, operation: id, kind: kind.kind },
    });
    const row = readOperation(context.sqlite, id);
    if (row === undefined) throw new Error('the operation was not written');
    return viewOperation(context.sqlite, row);
  });
  parts.wake();
  return view;
}
