import { z } from 'zod';
import { userId } from '../../../../shared/ids.ts';
import { readUser, removeUserFromCustomer } from '../../../operator/endpoints/groups-and-users.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendAtOnce, sendable } from './kind.ts';

const payload = z.object({ user: userId, userName: z.string() });

/** Removes a user from this customer; they may be assigned again later. 404 = not assigned, which is the goal. */
export const removeUserFromCustomerKind = defineKind({
  kind: 'remove-user-from-customer',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'answer', isDoneWhenAbsent: true, isDoneOnConflict: false, negativeReads: 1 },
  references: () => [],
  lane: ({ user }) => `user:${user}`,
  describe: ({ userName }) => ({
    key: 'operations.remove-user-from-customer',
    params: { user: userName },
  }),
  prepare: sendAtOnce,
  request: ({ user }) => sendable(removeUserFromCustomer({ userId: user })),
  reconcile: async ({ user }, _bound, { client, signal }) => {
    const read = await client.call(readUser(user), { signal, sure: true });
    if (read.ok) return { found: 'not-applied' };
    return read.error.code === 'not-found' ? { found: 'gone' } : { found: 'nothing', error: read.error };
  },
  cacheUpdate: ({ user }) => ({ of: 'user-gone', user }),
});
