import {
  assignmentId,
  carId,
  groupId,
  localAssignmentId,
  type OperationId,
  productId,
  serviceId,
  userId,
} from '../../../shared/ids.ts';
import { addProductToGroupKind } from '../../../electron/operations/queue/kinds/add-product-to-group.ts';
import { addUserToGroupKind } from '../../../electron/operations/queue/kinds/add-user-to-group.ts';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import { deleteGroupKind } from '../../../electron/operations/queue/kinds/delete-group.ts';
import { removeServiceFromGroupKind } from '../../../electron/operations/queue/kinds/remove-service-from-group.ts';
import { removeUserByAddressKind } from '../../../electron/operations/queue/kinds/remove-user-by-address.ts';
import { removeUserFromCustomerKind } from '../../../electron/operations/queue/kinds/remove-user-from-customer.ts';
import { renameGroupKind } from '../../../electron/operations/queue/kinds/rename-group.ts';
import { uninstallKind } from '../../../electron/operations/queue/kinds/uninstall.ts';
import { updateAssignmentKind } from '../../../electron/operations/queue/kinds/update-assignment.ts';
import { updateCarKind } from '../../../electron/operations/queue/kinds/update-car.ts';
import type { AssignmentPatch } from '../../../electron/operator/endpoints/assignments.ts';
import type { Product } from '../../operator/model.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import type { Queue } from '../queue/fixture.ts';

/** The car with a Box. */
export const fitted = 20_006;
export const car = 20_001;
export const user = notable.testUserId;

/** A product of the seeded fleet. */
export function productOf({ state }: Pick<RunningOperator, 'state'>, serialNumber: string): Product {
  const product = [...state.products.values()].find((known) => known.serialNumber === serialNumber);
  if (product === undefined) throw new Error(`the seed has no ${serialNumber}`);
  return product;
}

/** A group of the customer with one service in it that is active. */
export function groupWithService({ state }: Pick<RunningOperator, 'state'>): {
  group: number;
  service: number;
} {
  const service = [...state.services.values()].find(({ customerId }) => customerId === notable.customerId);
  const group = state.groups.get(301);
  if (group === undefined || service === undefined) throw new Error('the seed has a group and a service');
  group.serviceIds.add(service.id);
  return { group: group.id, service: service.id };
}

/** Puts an access into the operator, behind everybody's back. */
export function giveAccess({ state }: Pick<RunningOperator, 'state'>, to: number): number {
  const id = state.nextId('assignments');
  state.assignments.set(id, {
    id,
    customerId: notable.customerId,
    carId: to,
    userId: user,
    start: '2026-11-20T08:00:00Z',
    end: '2026-12-24T18:00:00Z',
    lifetime: 604_800,
    renewableAfter: 345_600,
  });
  return id;
}

export function orderCarChange(
  queue: Queue,
  of: number,
  patch: { name?: string; licensePlate?: string | null },
) {
  return queue.put(updateCarKind, () => ({ car: carId.parse(of), carLabel: 'M BX 1077', patch }));
}

export function orderUninstallation(queue: Queue, of: number, product: Product): OperationId {
  return queue.put(uninstallKind, () => ({
    car: carId.parse(of),
    carLabel: 'B AL 209',
    productId: productId.parse(product.id),
    serialNumber: product.serialNumber,
    takesAssignments: product.type === 'Box',
  }));
}

export function orderGroupName(queue: Queue, group: number, name: string): OperationId {
  return queue.put(renameGroupKind, () => ({ group: groupId.parse(group), name }));
}

export function orderGroupDeletion(queue: Queue, group: number): OperationId {
  return queue.put(deleteGroupKind, () => ({ group: groupId.parse(group), groupName: 'New arrivals' }));
}

export function orderUserMembership(queue: Queue, group: number, of: number = user): OperationId {
  return queue.put(addUserToGroupKind, () => ({
    user: userId.parse(of),
    userName: 'Bay 3 Tester',
    group: groupId.parse(group),
    groupName: 'New arrivals',
  }));
}

export function orderProductMembership(queue: Queue, group: number, of: number): OperationId {
  return queue.put(addProductToGroupKind, () => ({
    product: productId.parse(of),
    serialNumber: '001234021',
    group: groupId.parse(group),
    groupName: 'New arrivals',
  }));
}

export function orderServiceRemoval(queue: Queue, group: number, service: number): OperationId {
  return queue.put(removeServiceFromGroupKind, () => ({
    service: serviceId.parse(service),
    group: groupId.parse(group),
    groupName: 'New arrivals',
    serviceName: null,
  }));
}

export function orderUserRemoval(queue: Queue, of: number = user): OperationId {
  return queue.put(removeUserFromCustomerKind, () => ({ user: userId.parse(of), userName: 'Bay 3 Tester' }));
}

export function orderUserRemovalByAddress(queue: Queue, emailAddress: string): OperationId {
  return queue.put(removeUserByAddressKind, () => ({ emailAddress }));
}

/** Orders the end of an access, as the Directory does. */
export function orderEnd(queue: Queue, access: number, of: number): OperationId {
  return queue.put(deleteAssignmentKind, () => ({
    assignment: assignmentId.parse(access),
    local: null,
    car: carId.parse(of),
    carLabel: 'B AL 209',
    userName: 'Bay 3 Tester',
    ordinary: true as const,
  }));
}

export function orderAccessChange(
  queue: Queue,
  assignment: number,
  patch: AssignmentPatch,
  local: OperationId | null = null,
): OperationId {
  return queue.put(updateAssignmentKind, () => ({
    assignment: assignmentId.parse(assignment),
    local: local === null ? null : localAssignmentId.parse(local),
    car: carId.parse(car),
    carLabel: 'M BX 1077',
    userName: 'Bay 3 Tester',
    patch,
  }));
}
