import type { OperationView } from '../../shared/domain/operation.ts';
import type { UserId } from '../../shared/ids.ts';
import { removeUserFromCustomerKind } from '../queue/kinds/remove-user-from-customer.ts';
import { known, type EditParts } from './parts.ts';
import { requestEdit } from './request-edit.ts';

/** Takes a user out of this customer. ProblemError `not-found`. */
export function removeUserFromCustomer(parts: EditParts, id: UserId): OperationView {
  const { name } = known(parts.directory.user(id));
  return requestEdit(parts, {
    kind: removeUserFromCustomerKind,
    payload: () => ({ user: id, userName: name }),
    about: { user: id },
  });
}
