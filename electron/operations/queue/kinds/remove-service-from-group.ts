import { z } from 'zod';
import { groupId, serviceId } from '../../../../shared/ids.ts';
import { listGroupServices, removeServiceFromGroup } from '../../../operator/endpoints/groups-and-users.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendAtOnce, sendable } from './kind.ts';
import { groupLane } from './references.ts';

const payload = z.object({
  service: serviceId,
  /** Null if it has none or is unknown here: then its number is displayed. */
  serviceName: z.string().nullable().default(null),
  group: groupId,
  groupName: z.string(),
});

/** Removes a service from a group; the service itself stays. 404 = not a member, which is the goal. */
export const removeServiceFromGroupKind = defineKind({
  kind: 'remove-service-from-group',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'answer', isDoneWhenAbsent: true, isDoneOnConflict: false, negativeReads: 1 },
  references: () => [],
  lane: ({ group }) => groupLane(group),
  describe: ({ service, serviceName, groupName }) => ({
    key: 'operations.remove-service-from-group',
    params: { service: serviceName ?? String(service), group: groupName },
  }),
  prepare: sendAtOnce,
  request: ({ group, service }) => sendable(removeServiceFromGroup(group, service)),
  reconcile: async ({ group, service }, _bound, { client, signal, notOffered }) => {
    const members = await client.pages((page) => listGroupServices(group, page, client.assumptions), {
      signal,
      sure: true,
    });
    if (!members.ok) {
      // Not offered, or no such group: a resend is safe, because 404 is the goal.
      return notOffered(members.error)
        ? { found: 'not-applied', isUnread: true }
        : { found: 'nothing', error: members.error };
    }
    return members.value.some(({ id }) => id === service) ? { found: 'not-applied' } : { found: 'gone' };
  },
});
