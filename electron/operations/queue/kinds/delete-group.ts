import { z } from 'zod';
import { type GroupId, groupId } from '../../../../shared/ids.ts';
import { makeProblem } from '../../../../shared/problem.ts';
import { deleteGroup, listGroupCars, listGroups } from '../../../operator/endpoints/groups-and-users.ts';
import { defineKind } from './define-kind.ts';
import { type Finding, noContext, type Reading, sendAtOnce, sendable } from './kind.ts';
import { groupLane } from './references.ts';

const payload = z.object({ group: groupId, groupName: z.string() });

/** Deletes a group; its members stay. The call is an assumption: a 404 counts only if the group is gone. */
export const deleteGroupKind = defineKind({
  kind: 'delete-group',
  version: 1,
  payload,
  context: noContext,
  traits: {
    endsBy: 'answer',
    isDoneWhenAbsent: true,
    isDoneOnConflict: false,
    negativeReads: 1,
    assumed: true,
  },
  references: () => [],
  lane: ({ group }) => groupLane(group),
  describe: ({ groupName }) => ({ key: 'operations.delete-group', params: { group: groupName } }),
  prepare: sendAtOnce,
  request: ({ group }, _bound, _context, assumptions) => sendable(deleteGroup(group, assumptions)),
  reconcile: async ({ group }, _bound, reading) => {
    const { client, signal, notOffered } = reading;
    const groups = await client.pages((page) => listGroups(page, client.assumptions), { signal });
    if (groups.ok) return finding(groups.value.some(({ id }) => id === group));
    return notOffered(groups.error)
      ? readGroupCars(group, reading)
      : { found: 'nothing', error: groups.error };
  },
  cacheUpdate: ({ group }) => ({ of: 'group-gone', group }),
});

/** Used where groups are not listed: a missing group's cars are documented to answer 404. */
async function readGroupCars(group: GroupId, { client, signal }: Reading): Promise<Finding> {
  const cars = await client.call(listGroupCars(group, { top: 1 }), { signal, sure: true });
  if (cars.ok) return finding(true);
  return cars.error.code === 'not-found' ? finding(false) : { found: 'nothing', error: cars.error };
}

function finding(isThere: boolean): Finding {
  if (!isThere) return { found: 'gone' };
  return {
    found: 'not-applied',
    ifAbsent: makeProblem('operator-not-offered', { feature: 'groups.delete' }),
  };
}
