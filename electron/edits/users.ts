import { z } from 'zod';
import type { OperationView } from '../../shared/domain/operation.ts';
import { typedAddress } from '../../shared/domain/typed-text.ts';
import type { UserId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { OperationRow } from '../db/tables/queue/operations.ts';
import type { Directory } from '../directory/directory.ts';
import { removeUserByAddressKind } from '../operations/queue/kinds/remove-user-by-address.ts';
import { removeUserFromCustomerKind } from '../operations/queue/kinds/remove-user-from-customer.ts';
import { known, type EditParts, requestEdit } from './request-edit.ts';

/** Removes a user from this customer. ProblemError `not-found`. */
export function removeUserFromCustomer(parts: EditParts, id: UserId): OperationView {
  const { name } = known(parts.directory.user(id));
  return requestEdit(parts, {
    kind: removeUserFromCustomerKind,
    payload: () => ({ user: id, userName: name }),
    about: { user: id },
  });
}

/** Upper bound of search hits among which the exact address is looked for. */
const ADDRESSES_ALIKE = 200;

/**
 * Removes a user of this customer by e-mail address. A user of the local list is refused here: it is removed by its
 * number, after its accesses were shown. ProblemError `address-malformed`, `user-address-listed`.
 */
export function removeUserByAddress(parts: EditParts, typed: string): OperationView {
  const emailAddress = typedAddress(typed);
  expectUnlisted(parts.directory, emailAddress);
  return requestEdit(parts, {
    kind: removeUserByAddressKind,
    payload: () => ({ emailAddress }),
    about: {},
  });
}

/**
 * Applies the rule of `removeUserByAddress` to a corrected operation, in the correction's transaction. ProblemError
 * `user-address-listed`.
 */
export function guardCorrectedRemoval(directory: Directory, row: OperationRow): void {
  if (row.kind !== removeUserByAddressKind.kind) return;
  const { emailAddress } = z.object({ emailAddress: z.string() }).parse(JSON.parse(row.payload));
  expectUnlisted(directory, emailAddress);
}

function expectUnlisted(directory: Directory, emailAddress: string): void {
  const wanted = emailAddress.toLowerCase();
  const listed = directory
    .searchUsers(emailAddress, ADDRESSES_ALIKE)
    .rows.find((user) => user.emailAddress?.trim().toLowerCase() === wanted);
  if (listed === undefined) return;
  throw new ProblemError(makeProblem('user-address-listed', { user: listed.name }));
}
