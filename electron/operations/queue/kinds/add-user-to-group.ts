import { z } from 'zod';
import { groupId, userId } from '../../../../shared/ids.ts';
import { addUserToGroup, listGroupUsers } from '../../../operator/endpoints/groups-and-users.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendAtOnce, sendable } from './kind.ts';
import { groupLane } from './references.ts';

const payload = z.object({
  user: userId,
  userName: z.string(),
  group: groupId,
  groupName: z.string(),
});

/** Membership of a user. 409 = already a member, which is the goal (spec part 3). */
export const addUserToGroupKind = defineKind({
  kind: 'add-user-to-group',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'answer', isDoneWhenAbsent: false, isDoneOnConflict: true, negativeReads: 1 },
  references: () => [],
  lane: ({ group }) => groupLane(group),
  describe: ({ userName, groupName }) => ({
    key: 'operations.add-user-to-group',
    params: { user: userName, group: groupName },
  }),
  prepare: sendAtOnce,
  request: ({ group, user }) => sendable(addUserToGroup(group, user)),
  reconcile: async ({ group, user }, _bound, { client, signal, notOffered }) => {
    const members = await client.pages((page) => listGroupUsers(group, page, client.assumptions), { signal });
    if (!members.ok) {
      // Not offered, or no such group: a resend is safe (409 is the goal), and its answer gives the reason.
      return notOffered(members.error)
        ? { found: 'not-applied' }
        : { found: 'nothing', error: members.error };
    }
    return members.value.some(({ id }) => id === user)
      ? { found: 'applied', bindings: {} }
      : { found: 'not-applied' };
  },
});
