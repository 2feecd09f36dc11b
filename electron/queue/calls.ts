import type { OperationId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { listOperations, readOperation } from '../db/tables/queue/operations.ts';
import type { Handlers } from '../ipc/router.ts';
import type { OpenProfile } from '../open-profile.ts';
import { viewOperation } from './views.ts';

type QueueHandlers = Pick<Handlers, Extract<keyof Handlers, `queue.${string}`>>;

/** The queue's side of the IPC contract. */
export function queueCalls(current: () => OpenProfile): QueueHandlers {
  const view = (id: OperationId) => {
    const { sqlite } = current().database;
    const row = readOperation(sqlite, id);
    if (row === undefined) throw new ProblemError(makeProblem('not-found'));
    return viewOperation(sqlite, row);
  };
  return {
    'queue.list': ({ which, limit }) => {
      const { sqlite } = current().database;
      return { operations: listOperations(sqlite, which, limit).map((row) => viewOperation(sqlite, row)) };
    },
    'queue.tryNow': () => {
      current().wake();
      return {};
    },
    'queue.retry': ({ operationId }) => {
      current().steering.retry(operationId);
      return view(operationId);
    },
    'queue.cancel': ({ operationId }) => {
      current().steering.cancel(operationId);
      return view(operationId);
    },
    'queue.decide': ({ operationId, wasDone }) => {
      current().steering.decide(operationId, wasDone);
      return view(operationId);
    },
  };
}
