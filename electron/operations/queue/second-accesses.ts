import { z } from 'zod';
import type { SecondAccess } from '../../../shared/domain/operation-commands.ts';
import { assignmentId, type AssignmentId } from '../../../shared/ids.ts';
import { feedResult } from '../../../shared/relay/feed.ts';
import { type Times, timesOf } from '../assignments/result-tries.ts';
import type { Sqlite } from '../../db/open.ts';
import { candidatesFor, type ResultRow, resultsOf } from '../../db/tables/queue/results.ts';
import { secondAccessesOf } from '../../db/tables/queue/incidents.ts';
import { type OperationRow, unfinishedOfKind } from '../../db/tables/queue/operations.ts';
import { boundValue } from '../../db/tables/queue/dependencies.ts';
import { loadOperation } from './kinds/registry.ts';
import { viewRelated } from './views.ts';

/** The accesses that an order has given besides its own, each with what ends it: what was asked for is the same for all. */
export function viewSeconds(sqlite: Sqlite, row: OperationRow): SecondAccess[] {
  const seconds = secondAccessesOf(sqlite, row.id);
  const loaded = loadOperation(row);
  if (seconds.length === 0 || row.context === null || !loaded.ok) return [];
  const effect = loaded.value.assignment((id, field) => boundValue(sqlite, id, field), row.context);
  if (effect?.effect !== 'create') return [];
  const { carId, userId } = effect;
  // Of an earlier try it has times of its own.
  const reported = new Map(
    resultsOf(sqlite, row.id).map((result) => [result.assignment_id, reportedTimes(result)]),
  );
  return seconds.map(({ subject }) => {
    const id = assignmentId.parse(subject);
    const ending = endingOf(sqlite, id);
    return {
      assignmentId: id,
      carId,
      userId,
      end: (reported.get(id) ?? effect).end,
      ending: ending === undefined ? null : viewRelated(ending),
    };
  });
}

function reportedTimes({ payload }: ResultRow): Times | null {
  const result = feedResult.safeParse(JSON.parse(payload));
  return result.success ? timesOf(result.data) : null;
}

const removal = z.looseObject({ assignment: z.unknown() });

/** The newest order to end an access that was not given up. */
function endingOf(sqlite: Sqlite, access: AssignmentId): OperationRow | undefined {
  const sent = candidatesFor(sqlite, { kind: 'deleted', assignmentId: access });
  const notSent = unfinishedOfKind(sqlite, 'delete-assignment').filter(({ payload }) => {
    const wanted = removal.safeParse(JSON.parse(payload));
    return wanted.success && wanted.data.assignment === access;
  });
  return [...sent, ...notSent].findLast(({ state }) => state !== 'cancelled' && state !== 'failed');
}
