import { z } from 'zod';
import { type UserId, userId } from '../../../../shared/ids.ts';
import { makeProblem } from '../../../../shared/problem.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { listUsers, removeUserFromCustomer } from '../../../operator/endpoints/groups-and-users.ts';
import type { OperatorError } from '../../../operator/operator-error.ts';
import { textField, defineKind } from './define-kind.ts';
import { type Reading, sendable } from './kind.ts';

const payload = z.object({ emailAddress: z.string().min(1) });

/** The user with this address before the first sending; null = not in the list of users. */
const context = z.object({ user: userId.nullable() });

/**
 * Removes the user with an e-mail address from this customer. 404 is not the goal here: it also answers a mistyped
 * address, and then nothing was removed.
 */
export const removeUserByAddressKind = defineKind({
  kind: 'remove-user-by-address',
  version: 1,
  payload,
  context,
  traits: { endsBy: 'answer', isDoneWhenAbsent: false, isDoneOnConflict: false, negativeReads: 1 },
  references: () => [],
  lane: ({ emailAddress }) => `user-address:${emailAddress.toLowerCase()}`,
  describe: ({ emailAddress }) => ({
    key: 'operations.remove-user-by-address',
    params: { address: emailAddress },
  }),
  correctable: [textField('emailAddress', 'address')],
  prepare: async ({ emailAddress }, _bound, reading, before) => {
    if (before !== null && before.user !== null) return { go: 'send', context: before };
    const user = await userWithAddress(emailAddress, reading);
    return user.ok ? { go: 'send', context: { user: user.value } } : { go: 'later', error: user.error };
  },
  request: ({ emailAddress }, _bound, { user }) =>
    sendable(removeUserFromCustomer({ emailAddress }), () => (user === null ? {} : { user })),
  reconcile: async ({ emailAddress }, _bound, reading, { user }) => {
    const now = await userWithAddress(emailAddress, reading);
    if (!now.ok) return { found: 'nothing', error: now.error };
    // An address that was not listed before either: its absence proves nothing, and the operator answers a second order
    // with 404.
    return now.value === null && user !== null ? { found: 'gone' } : { found: 'not-applied' };
  },
  unknown: async ({ emailAddress }, _bound, reading) => {
    const user = await userWithAddress(emailAddress, reading);
    return user.ok && user.value === null
      ? makeProblem('user-address-unknown', { address: emailAddress })
      : null;
  },
  cacheUpdate: (_payload, _bound, bindings) => {
    const user = userId.safeParse(bindings['user']);
    return user.success ? { of: 'user-gone', user: user.data } : null;
  },
});

/** `$filter` is valid on the id and the first name only (spec part 4): the address is compared here. */
async function userWithAddress(
  address: string,
  { client, signal }: Reading,
): Promise<Result<UserId | null, OperatorError>> {
  const users = await client.pages((page) => listUsers(page), { signal });
  if (!users.ok) return err(users.error);
  const wanted = address.toLowerCase();
  const found = users.value.find(({ emailAddress }) => emailAddress?.trim().toLowerCase() === wanted);
  return ok(found?.id ?? null);
}
