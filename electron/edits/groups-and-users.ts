import { z } from 'zod';
import type { OperationView } from '../../shared/domain/operation.ts';
import { requiredName, typedAddress } from '../../shared/domain/typed-text.ts';
import type { CarId, GroupId, ProductId, ServiceId, UserId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { addCarToGroupKind } from '../operations/queue/kinds/add-car-to-group.ts';
import { addProductToGroupKind } from '../operations/queue/kinds/add-product-to-group.ts';
import { addUserToGroupKind } from '../operations/queue/kinds/add-user-to-group.ts';
import { createGroupKind } from '../operations/queue/kinds/create-group.ts';
import { deleteGroupKind } from '../operations/queue/kinds/delete-group.ts';
import { removeServiceFromGroupKind } from '../operations/queue/kinds/remove-service-from-group.ts';
import { renameGroupKind } from '../operations/queue/kinds/rename-group.ts';
import type { OperationRow } from '../db/tables/queue/operations.ts';
import type { Directory } from '../directory/directory.ts';
import { removeUserByAddressKind } from '../operations/queue/kinds/remove-user-by-address.ts';
import { removeUserFromCustomerKind } from '../operations/queue/kinds/remove-user-from-customer.ts';
import { known, labelOf, type EditParts, requestEdit } from './request-edit.ts';

/** Queues a new group; an existing group of that name is adopted. ProblemError `name-missing`, `name-too-long`. */
export function createGroup(parts: EditParts, typed: string): OperationView {
  const name = requiredName(typed, 'group');
  return requestEdit(parts, { kind: createGroupKind, payload: () => ({ name }), about: { name } });
}

/** ProblemError `not-found`, `name-missing`, `name-too-long`, `nothing-changed`. */
export function renameGroup(parts: EditParts, id: GroupId, typed: string): OperationView {
  const group = known(parts.directory.group(id));
  const name = requiredName(typed, 'group');
  if (name === group.name) throw new ProblemError(makeProblem('nothing-changed'));
  return requestEdit(parts, {
    kind: renameGroupKind,
    payload: () => ({ group: id, name }),
    about: { group: id, was: group.name, name },
  });
}

/** ProblemError `not-found`. */
export function deleteGroup(parts: EditParts, id: GroupId): OperationView {
  const { name } = known(parts.directory.group(id));
  return requestEdit(parts, {
    kind: deleteGroupKind,
    payload: () => ({ group: id, groupName: name }),
    about: { group: id, name },
  });
}

/** ProblemError `not-found`. */
export function addCarToGroup(parts: EditParts, group: GroupId, id: CarId): OperationView {
  const { name } = known(parts.directory.group(group));
  const label = labelOf(known(parts.directory.car(id)));
  return requestEdit(parts, {
    kind: addCarToGroupKind,
    payload: () => ({ car: id, carLabel: label, group, groupName: name }),
    about: { group, name, car: id, label },
  });
}

/** ProblemError `not-found`. */
export function addUserToGroup(parts: EditParts, group: GroupId, id: UserId): OperationView {
  const { name } = known(parts.directory.group(group));
  const user = known(parts.directory.user(id));
  return requestEdit(parts, {
    kind: addUserToGroupKind,
    payload: () => ({ user: id, userName: user.name, group, groupName: name }),
    about: { group, name, user: id },
  });
}

/** ProblemError `not-found`. */
export function addProductToGroup(parts: EditParts, group: GroupId, id: ProductId): OperationView {
  const { name } = known(parts.directory.group(group));
  const { serialNumber } = known(parts.directory.product(id));
  return requestEdit(parts, {
    kind: addProductToGroupKind,
    payload: () => ({ product: id, serialNumber, group, groupName: name }),
    about: { group, name, product: id, serial: serialNumber },
  });
}

/**
 * The service may be missing in the local copies, because groups are read live. ProblemError `not-found` for the
 * group.
 */
export function removeServiceFromGroup(parts: EditParts, group: GroupId, service: ServiceId): OperationView {
  const { name } = known(parts.directory.group(group));
  return requestEdit(parts, {
    kind: removeServiceFromGroupKind,
    payload: () => ({
      service,
      serviceName: parts.directory.service(service)?.name ?? null,
      group,
      groupName: name,
    }),
    about: { group, name, service },
  });
}

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
