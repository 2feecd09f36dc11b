import type { OperationKind } from '../../../../shared/domain/operation.ts';
import { makeProblem, type Problem } from '../../../../shared/problem.ts';
import { err, type Result } from '../../../../shared/result.ts';
import { addCarToGroupKind } from './add-car-to-group.ts';
import { addProductToGroupKind } from './add-product-to-group.ts';
import { addUserToGroupKind } from './add-user-to-group.ts';
import { createAssignmentKind } from './create-assignment.ts';
import { createCarKind } from './create-car.ts';
import { createEventKind } from './create-event.ts';
import { createGroupKind } from './create-group.ts';
import { deleteAssignmentKind } from './delete-assignment.ts';
import { deleteGroupKind } from './delete-group.ts';
import { installKind } from './install.ts';
import type { LoadedOperation, RegisteredKind } from './kind.ts';
import { removeServiceFromGroupKind } from './remove-service-from-group.ts';
import { removeUserByAddressKind } from './remove-user-by-address.ts';
import { removeUserFromCustomerKind } from './remove-user-from-customer.ts';
import { renameGroupKind } from './rename-group.ts';
import { uninstallKind } from './uninstall.ts';
import { updateAssignmentKind } from './update-assignment.ts';
import { updateCarKind } from './update-car.ts';

/** Every kind that this version can send. */
export const kinds = {
  'create-car': createCarKind,
  'update-car': updateCarKind,
  install: installKind,
  uninstall: uninstallKind,
  'create-group': createGroupKind,
  'rename-group': renameGroupKind,
  'delete-group': deleteGroupKind,
  'add-car-to-group': addCarToGroupKind,
  'add-user-to-group': addUserToGroupKind,
  'add-product-to-group': addProductToGroupKind,
  'remove-service-from-group': removeServiceFromGroupKind,
  'create-assignment': createAssignmentKind,
  'update-assignment': updateAssignmentKind,
  'delete-assignment': deleteAssignmentKind,
  'remove-user-from-customer': removeUserFromCustomerKind,
  'remove-user-by-address': removeUserByAddressKind,
  'create-event': createEventKind,
} as const satisfies Record<OperationKind, unknown>;

const byName = new Map<OperationKind, Pick<RegisteredKind, 'load' | 'version'>>(
  Object.values(kinds).map((kind) => [kind.kind, kind]),
);

/** Parses a stored operation with its kind; one of an unknown kind or version is parked, never dropped. */
export function loadOperation(row: {
  readonly kind: OperationKind;
  readonly payload: string;
  readonly payload_version: number;
}): Result<LoadedOperation, Problem> {
  const kind = byName.get(row.kind);
  if (kind === undefined || kind.version !== row.payload_version) {
    return err(makeProblem('payload-damaged', {}, `${row.kind} version ${row.payload_version}`));
  }
  return kind.load(row.payload);
}
