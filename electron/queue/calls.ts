import { LONGEST_QUEUE } from '../../shared/ipc/calls/queue.ts';
import type { OperationId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { listOperations, readOperation } from '../db/tables/queue/operations.ts';
import type { Handlers } from '../ipc/router.ts';
import type { OpenProfile } from '../open-profile.ts';
import { findCandidates } from './candidates.ts';
import { viewDetail } from './detail.ts';
import { orderLines, viewLines } from './lines.ts';
import { giveWorkToCar } from './lost-car.ts';
import { viewOperation } from './views.ts';

type QueueHandlers = Pick<Handlers, Extract<keyof Handlers, `queue.${string}`>>;

/** The queue's side of the IPC contract. */
export function queueCalls(current: () => OpenProfile): QueueHandlers {
  const rowOf = (id: OperationId) => {
    const row = readOperation(current().database.sqlite, id);
    if (row === undefined) throw new ProblemError(makeProblem('not-found'));
    return row;
  };
  const after = (id: OperationId, act: (steering: OpenProfile['steering']) => void) => {
    act(current().steering);
    return viewOperation(current().database.sqlite, rowOf(id));
  };
  return {
    'queue.list': ({ which, limit }) => {
      const { sqlite } = current().database;
      return { operations: listOperations(sqlite, which, limit).map((row) => viewOperation(sqlite, row)) };
    },
    'queue.order': ({ show, text, car }) => {
      const question = { show, car, limit: LONGEST_QUEUE };
      return { seqs: [...orderLines(current().database.sqlite, question, text)] };
    },
    'queue.lines': ({ seqs }) => ({ lines: viewLines(current().database.sqlite, seqs) }),
    'queue.detail': ({ operationId }) => {
      const { database, policy, clock } = current().queueParts;
      return viewDetail({ sqlite: database.sqlite, now: clock.now(), policy }, rowOf(operationId));
    },
    'queue.candidates': async ({ operationId }) => ({
      candidates: await findCandidates(current().queueParts, rowOf(operationId)),
    }),
    'queue.tryNow': () => {
      current().wake();
      return {};
    },
    'queue.retry': ({ operationId, seen }) => after(operationId, ({ retry }) => retry(operationId, seen)),
    'queue.hold': ({ operationId, seen }) => after(operationId, ({ hold }) => hold(operationId, seen)),
    'queue.release': ({ operationId, seen }) =>
      after(operationId, ({ release }) => release(operationId, seen)),
    'queue.cancel': ({ operationId, seen, withDependants }) =>
      after(operationId, ({ cancel, cancelAll }) =>
        withDependants ? cancelAll(operationId, seen) : cancel(operationId, seen),
      ),
    'queue.correct': ({ operationId, seen, values }) =>
      after(operationId, ({ correct }) => correct(operationId, values, seen)),
    'queue.decide': ({ operationId, seen, wasDone, adopt }) =>
      after(operationId, ({ decide }) => decide(operationId, wasDone, adopt, seen)),
    'queue.moveToCar': ({ operationId, seen, carId }) =>
      after(operationId, () => giveWorkToCar(current(), rowOf(operationId), carId, seen)),
  };
}
