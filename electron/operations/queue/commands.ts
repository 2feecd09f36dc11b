import type { SeenOperation } from '../../../shared/domain/operation-commands.ts';
import type { OperationId } from '../../../shared/ids.ts';
import type { WriteContext } from '../../db/open.ts';
import { type OperationRow, readOperation } from '../../db/tables/queue/operations.ts';
import {
  acknowledge,
  decide,
  giveUp,
  giveUpAll,
  requireUnchanged,
  expectState,
  required,
  type CommandParts,
  hold,
  resume,
} from './decisions.ts';
import { correct, type CorrectionValues, moveToCar, type OtherCar } from './revisions.ts';

/**
 * A person's commands for an operation, each in one transaction with its log entry. All throw ProblemError when the
 * state does not allow it, and `changed-meanwhile` when the operation differs from what was displayed.
 */
export interface QueueCommands {
  /**
   * Sends a blocked or held operation again, after a read if it may have been applied. Operations held because of it
   * resume too. `dependency-ended` while a dependency has failed, was cancelled or is held itself.
   */
  readonly retry: (id: OperationId, seen?: SeenOperation) => void;
  /** Holds an operation that was not sent. Later work on the car overtakes it, except its dependants. */
  readonly hold: (id: OperationId, seen?: SeenOperation) => void;
  /** Releases a held operation. */
  readonly release: (id: OperationId, seen?: SeenOperation) => void;
  /** Cancels an operation that was not sent or is blocked. Its dependants are held. */
  readonly cancel: (id: OperationId, seen?: SeenOperation) => void;
  /** Cancels an operation and all its dependants. */
  readonly cancelAll: (id: OperationId, seen?: SeenOperation) => void;
  /** Like `cancel`, inside a use case's own transaction (a step that is replaced). */
  readonly cancelIn: (context: WriteContext, id: OperationId) => void;
  /** Changes the payload to be sent; see `correct`. `reason`: required where a check refuses the new value. */
  readonly correct: (
    id: OperationId,
    values: CorrectionValues,
    seen?: SeenOperation,
    reason?: string,
  ) => void;
  /** Records a person's decision about an operation that may have been applied; see `decide`. */
  readonly decide: (id: OperationId, wasDone: boolean, adopt?: number | null, seen?: SeenOperation) => void;
  /** Acknowledges an operation's incidents; see `acknowledge`. */
  readonly acknowledge: (id: OperationId, count: number, seen?: SeenOperation) => void;
  /** Moves the dependants of a cancelled new car to another car; see `moveToCar`. */
  readonly moveToCar: (id: OperationId, other: OtherCar, seen?: SeenOperation) => void;
  /** Like `moveToCar`, inside a use case's own transaction (the job takes another car). */
  readonly moveToCarIn: (context: WriteContext, id: OperationId, other: OtherCar) => void;
}

/** The commands over one queue. `wake` is called after each commit. */
export function createQueueCommands(parts: CommandParts, wake: () => void): QueueCommands {
  const inOne = (
    id: OperationId,
    seen: SeenOperation | undefined,
    work: (context: WriteContext, row: OperationRow) => void,
  ) => {
    parts.database.write((context) => {
      const row = required(context, id);
      requireUnchanged(row, seen);
      work(context, row);
    });
    wake();
  };
  return {
    retry: (id, seen) => inOne(id, seen, (context, row) => resume(context, parts, row)),
    hold: (id, seen) => inOne(id, seen, (context, row) => hold(context, parts, row)),
    release: (id, seen) =>
      inOne(id, seen, (context, row) => {
        expectState(row, ['held']);
        resume(context, parts, row);
      }),
    cancel: (id, seen) => inOne(id, seen, (context, row) => giveUp(context, parts, row)),
    cancelAll: (id, seen) => inOne(id, seen, (context, row) => giveUpAll(context, parts, row)),
    cancelIn: (context, id) => giveUp(context, parts, required(context, id)),
    correct: (id, values, seen, reason = '') =>
      inOne(id, seen, (context, row) => correct(context, parts, row, { values, reason })),
    decide: (id, wasDone, adopt = null, seen) => {
      inOne(id, seen, (context, row) =>
        decide(context, parts, row, wasDone ? { wasDone, adopt } : { wasDone }),
      );
      const row = readOperation(parts.database.sqlite, id);
      // The local cache is updated after a person's decision as after the operator's answer.
      if (adopt !== null && row?.state === 'done') parts.onDone(row, { id: adopt });
    },
    acknowledge: (id, count, seen) =>
      inOne(id, seen, (context, row) => acknowledge(context, parts, row, count)),
    moveToCar: (id, other, seen) => inOne(id, seen, (context, row) => moveToCar(context, parts, row, other)),
    moveToCarIn: (context, id, other) => moveToCar(context, parts, required(context, id), other),
  };
}
