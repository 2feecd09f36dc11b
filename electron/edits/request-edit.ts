import type { OperationView } from '../../shared/domain/operation.ts';
import type { OperationId } from '../../shared/ids.ts';
import type { LogFactsOf } from '../../shared/log/entries.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { readOperation } from '../db/tables/queue/operations.ts';
import { enqueue, type NewOperation } from '../operations/queue/enqueue.ts';
import { viewOperation } from '../operations/queue/views.ts';
import type { Directory } from '../directory/directory.ts';
import type { JobParts } from '../jobs/change.ts';
import type { OperatorClient } from '../operator/client.ts';

/** A write that was checked and may be made durable. */
interface Edit<Payload> {
  readonly kind: NewOperation<Payload>['kind'];
  readonly payload: (self: OperationId) => Payload;
  /** The subject in the log: ids and labels. */
  readonly about: Omit<LogFactsOf<'edit-requested'>, 'operation' | 'kind'>;
}

/**
 * Commits an edit with its log entry in ONE transaction and returns the queued operation. Nothing waits for the
 * network.
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

/**
 * The dependencies of the edits: those of the jobs, the local copies, and the client for the live read of a
 * preview.
 */
export interface EditParts extends Pick<
  JobParts,
  'database' | 'target' | 'clock' | 'ids' | 'log' | 'wake' | 'utcOffsetMinutes' | 'userAgent'
> {
  readonly directory: Directory;
  readonly client: OperatorClient;
}

/**
 * Returns the record that a screen showed from the local copies. ProblemError `not-found` where it was deleted
 * since.
 */
export function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ProblemError(makeProblem('not-found'));
  return value;
}

/** The label by which people recognise a car: its plate, else its name. */
export function labelOf(car: { readonly licensePlate: string | null; readonly name: string }): string {
  return car.licensePlate ?? car.name;
}
