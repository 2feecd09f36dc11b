import { neverReached } from '../../../shared/never.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { SECOND } from '../../../shared/time.ts';
import { boundValue } from '../../db/tables/queue/dependencies.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import { classifyFailedRead } from '../outcomes/classify.ts';
import { isContinuedElsewhere } from './claim.ts';
import type { ConnectivityReport } from './connectivity.ts';
import { refuseWrongTarget } from './enqueue.ts';
import type { LoadedOperation } from './kinds/kind.ts';
import { loadOperation } from './kinds/registry.ts';
import type { QueueParts } from './parts.ts';
import { isOfAnother, readingFor } from './reading.ts';
import { settle } from './settle.ts';

/** Retry delay of an operation that waits only for local work. */
const WAIT_MS = 2 * SECOND;

/** An operation that may be claimed, with the facts that its pre-send check found. */
interface Checked {
  readonly operation: LoadedOperation;
  readonly context: string;
}

/**
 * The pre-send check: the row is for this profile and intact, no other laptop has its job, and the reads of its kind
 * find neither the goal reached nor an obstacle. An operation that must not be sent now is settled here, and the report
 * says what the check showed of the connection.
 */
export async function checkBeforeSending(
  parts: QueueParts,
  row: OperationRow,
  signal: AbortSignal,
): Promise<Checked | ConnectivityReport> {
  const wrongTarget = refuseWrongTarget(parts, row);
  if (wrongTarget !== null) {
    settle(parts, row, { outcome: 'blocked', problem: wrongTarget });
    return { connectivity: 'untried' };
  }
  if (isContinuedElsewhere(parts.database.sqlite, row)) {
    settle(parts, row, { outcome: 'overtaken', problem: makeProblem('job-continued-elsewhere') });
    return { connectivity: 'untried' };
  }
  const loaded = loadOperation(row);
  if (!loaded.ok) {
    settle(parts, row, { outcome: 'blocked', problem: loaded.error });
    return { connectivity: 'untried' };
  }
  const operation = loaded.value;
  const bound = (id: OperationRow['id'], field: string) => boundValue(parts.database.sqlite, id, field);
  const preparation = await operation.prepare(bound, readingFor(parts, row, signal), row.context);
  switch (preparation.go) {
    case 'already':
      // After the other order is settled, the next check excludes its object.
      if (isOfAnother(parts, row, operation.traits, preparation.bindings)) return { connectivity: 'untried' };
      settle(
        parts,
        { ...row, context: preparation.context ?? row.context },
        { outcome: 'done', confirmedBy: 'query', bindings: preparation.bindings },
      );
      return { connectivity: 'open' };
    case 'refused': {
      const { problem, found } = preparation;
      // After the other order is settled, the next check excludes its object.
      if (found !== undefined && isOfAnother(parts, row, operation.traits, { id: found }))
        return { connectivity: 'untried' };
      settle(parts, row, { outcome: 'blocked', problem });
      return { connectivity: 'open' };
    }
    case 'later': {
      const { error } = preparation;
      const { policy, random } = parts;
      const about = operation.describe();
      const when = { now: parts.clock.now(), delays: row.delays, about, policy, random };
      settle(parts, row, classifyFailedRead(error, when));
      return { connectivity: 'failed', error };
    }
    case 'wait':
      // Only its own lane waits with it; the feed or a later read ends the wait.
      settle(parts, row, {
        outcome: 'later',
        notBefore: parts.clock.now() + WAIT_MS,
        problem: preparation.problem,
      });
      return { connectivity: 'untried' };
    case 'send':
      return { operation, context: preparation.context };
    default:
      return neverReached(preparation);
  }
}
