import type { OperationRow } from '../../db/tables/queue/operations.ts';
import { revokedAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import type { DataOf, RemovalData, SwapData } from '../job-data.ts';
import type { HandedLeaving } from './content.ts';
import { type Giving, isUnsent, settledOf, testsThrough } from './giving.ts';

type LeavingData = DataOf<'removal' | 'swap'>;
type Find = (id: string | null | undefined) => OperationRow | undefined;

/**
 * A removal or a swap: the Box that leaves, what was saved of its accesses, what the removal found and what became of each;
 * every operation that is through, well or badly. What has not left is asked for by the receiver, in the same order.
 */
export function leavingContent({
  envelope,
  change: { row, context },
  data,
  operations,
}: Giving<LeavingData>): HandedLeaving {
  const by: Find = (id) => operations.find((operation) => operation.id === id);
  const ended = operations.flatMap((operation) => {
    const { state } = operation;
    return state === 'done' || state === 'failed' || state === 'cancelled' ? [{ ...operation, state }] : [];
  });
  return {
    version: 2,
    ...envelope,
    job: {
      id: row.id,
      worker: row.worker,
      startedAt: row.started_at,
      data: data.kind === 'removal' ? removalAs(data, by) : swapAs(data, by),
    },
    settled: ended.map((operation) => ({
      ...settledOf(context.sqlite, operation),
      state: operation.state,
      context: operation.context,
      problem: operation.problem,
    })),
    taken: ended.flatMap(({ id }) => revokedAssignmentsOf(context.sqlite, id)),
    todo: {
      takeOut: isStillHere(by, data.out?.operation) ? (data.out?.reason ?? null) : null,
      fits:
        data.kind === 'swap' && !isStillHere(by, data.out?.operation) && isStillHere(by, data.box?.operation),
      restores:
        data.kind === 'swap'
          ? data.restores.filter(({ operation }) => isStillHere(by, operation)).map(({ key }) => key)
          : [],
    },
  };
}

function removalAs(data: RemovalData, by: Find): RemovalData {
  return { ...data, out: isStillHere(by, data.out?.operation) ? null : data.out };
}

function swapAs(data: SwapData, by: Find): SwapData {
  const { out, box } = data;
  return {
    ...data,
    out: isStillHere(by, out?.operation) ? null : out,
    // Taken as before the exchange: its label and its marks stay its own.
    box: box !== null && isStillHere(by, box.operation) ? { ...box, operation: null } : box,
    restores: data.restores.filter(({ operation }) => !isStillHere(by, operation)),
    ...testsThrough(data, (id) => by(id)?.state === 'done'),
  };
}

/** Was it asked for, and has it not left? */
function isStillHere(by: Find, id: string | null | undefined): boolean {
  const operation = by(id);
  return operation !== undefined && isUnsent(operation);
}
