import { carId, groupId, localAssignmentId, type OperationId, userId } from '../../../shared/ids.ts';
import { addCarToGroupKind } from '../../../electron/operations/queue/kinds/add-car-to-group.ts';
import { createAssignmentKind } from '../../../electron/operations/queue/kinds/create-assignment.ts';
import { createCarKind } from '../../../electron/operations/queue/kinds/create-car.ts';
import { createEventKind } from '../../../electron/operations/queue/kinds/create-event.ts';
import { createGroupKind } from '../../../electron/operations/queue/kinds/create-group.ts';
import { deleteAssignmentKind } from '../../../electron/operations/queue/kinds/delete-assignment.ts';
import { installKind } from '../../../electron/operations/queue/kinds/install.ts';
import type { Queue } from './fixture.ts';

/** A car by its number at the operator, or the operation that will create it. */
export type OrderedCar = number | OperationId;

const car = (of: OrderedCar) =>
  typeof of === 'number' ? carId.parse(of) : ({ op: of, field: 'id' } as const);

/** Orders a new car. */
export function orderCar(queue: Queue, licensePlate = 'M QX 4711'): OperationId {
  return queue.put(createCarKind, (self) => ({
    self,
    name: `Van ${licensePlate}`,
    vin: null,
    licensePlate,
    brand: 'Ford',
    model: null,
  }));
}

/** Orders the installation of a Box. */
export function orderInstallation(queue: Queue, of: OrderedCar, serialNumber: string): OperationId {
  return queue.put(installKind, () => ({
    car: car(of),
    carLabel: 'M QX 4711',
    productId: null,
    serialNumber,
  }));
}

/** Orders a new group. */
export function orderGroup(queue: Queue, name = 'Bay 3 arrivals'): OperationId {
  return queue.put(createGroupKind, () => ({ name }));
}

/** Orders a membership, of a group by its number or by the operation that will create it. */
export function orderMembership(
  queue: Queue,
  of: OrderedCar,
  group: number | OperationId,
  after: readonly OperationId[] = [],
): OperationId {
  const payload = {
    car: car(of),
    carLabel: 'M QX 4711',
    group: typeof group === 'number' ? groupId.parse(group) : { op: group, field: 'id' },
    groupName: 'Bay 3 arrivals',
  };
  return queue.put(addCarToGroupKind, () => payload, after);
}

/** Orders a test access of a quarter of an hour. */
export function orderAccess(queue: Queue, of: OrderedCar, user = 9001): OperationId {
  return queue.put(createAssignmentKind, (self) => ({
    local: localAssignmentId.parse(self),
    car: car(of),
    carLabel: 'M QX 4711',
    userId: userId.parse(user),
    userName: 'Bay 3 Tester',
    period: { from: 'sending' as const, minutes: 15 },
  }));
}

/** Orders the end of an access that another operation makes. */
export function orderRemoval(queue: Queue, of: OrderedCar, access: OperationId): OperationId {
  return queue.put(deleteAssignmentKind, () => ({
    assignment: { op: access, field: 'id' },
    local: localAssignmentId.parse(access),
    car: car(of),
    carLabel: 'M QX 4711',
    userName: 'Bay 3 Tester',
  }));
}

/** Orders a record that the car was opened. */
export function orderEvent(queue: Queue, of: OrderedCar): OperationId {
  return queue.put(createEventKind, (self) => ({
    self,
    car: car(of),
    carLabel: 'M QX 4711',
    userId: userId.parse(9001),
    type: 'CarOpened' as const,
    at: queue.parts.clock.now(),
    utcOffsetMinutes: 60,
    userAgent: 'Boxwright/test',
  }));
}
