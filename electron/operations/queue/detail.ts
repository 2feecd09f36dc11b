import type { OperationDetail } from '../../../shared/domain/operation-commands.ts';
import type { OperationId } from '../../../shared/ids.ts';
import { allDependantsOf, dependenciesOf } from '../../db/tables/queue/dependencies.ts';
import { unseenIncidents } from '../../db/tables/queue/incidents.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import { type UserName, viewAccesses } from './accesses.ts';
import { actionsFor, bringsId, isLostCar, type RuleParts } from './actions.ts';
import { problemsOf } from './incident-problem.ts';
import { loadOperation } from './kinds/registry.ts';
import { carOf } from './lines.ts';
import { viewSeconds } from './second-accesses.ts';
import { timelineOf } from './timeline.ts';
import { viewOperation, viewRelated } from './views.ts';

/** An operation with its history, what hangs on it, and what a person may do. */
export function viewDetail(parts: RuleParts, row: OperationRow, userName: UserName): OperationDetail {
  const { sqlite } = parts;
  const actions = [...actionsFor(parts, row)];
  const loaded = loadOperation(row);
  const unseen = unseenIncidents(sqlite, row.id);
  return {
    operation: viewOperation(sqlite, row),
    car: carOf(sqlite, row),
    actions,
    corrections: loaded.ok && actions.includes('correct') ? [...loaded.value.corrections()] : [],
    bringsId: bringsId(row),
    namedByNumber: loaded.ok && loaded.value.named !== null,
    buildsOn: dependenciesOf(sqlite, row.id)
      .filter(({ state }) => state !== 'done')
      .map(viewRelated),
    dependants: allDependantsOf(sqlite, row.id).map(viewRelated),
    lostCar: lostCarBehind(parts, row),
    incidents: [...problemsOf(unseen)],
    unseen: unseen.length,
    accesses: viewAccesses(sqlite, row.id, userName),
    seconds: viewSeconds(sqlite, row),
    timeline: timelineOf(sqlite, row),
  };
}

/** The given-up new car that this is, or builds on, directly or by way of others that hang on it too. */
function lostCarBehind({ sqlite }: RuleParts, row: OperationRow): OperationId | null {
  const looked = new Set<OperationId>();
  const ahead = [row];
  for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
    if (looked.has(at.id)) continue;
    looked.add(at.id);
    if (isLostCar(sqlite, at)) return at.id;
    if (at.state === 'held') ahead.push(...dependenciesOf(sqlite, at.id));
  }
  return null;
}
