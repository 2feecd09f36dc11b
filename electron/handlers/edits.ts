import type { CallOutput, CallParsed } from '../../shared/ipc/contract.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { changeAssignment, createAssignment, endAssignment } from '../edits/assignments.ts';
import { installProduct, uninstallPreview, uninstallProduct } from '../edits/boxes.ts';
import { createCar, updateCar, recordEvent } from '../edits/cars.ts';
import {
  addCarToGroup,
  addProductToGroup,
  addUserToGroup,
  createGroup,
  deleteGroup,
  removeServiceFromGroup,
  renameGroup,
} from '../edits/groups.ts';
import type { EditParts } from '../edits/request-edit.ts';
import { removeUserByAddress, removeUserFromCustomer } from '../edits/users.ts';
import { readFormDrafts, removeFormDraft, saveFormDraft } from '../db/tables/queue/form-drafts.ts';
import type { Handlers } from './router.ts';

type EditHandlers = Pick<Handlers, Extract<keyof Handlers, `edits.${string}`>>;

/**
 * The `edits.*` calls: writes outside a guided flow. Each call runs one use case and returns the queued operation.
 */
export function editCalls(current: () => OpenProfile): EditHandlers {
  const parts = (): EditParts => {
    const { jobs, directory, client } = current();
    return { ...jobs, directory, client };
  };
  return {
    'edits.createCar': ({ car, description }) => createCar(parts(), car, description),
    'edits.updateCar': ({ carId, patch }) => updateCar(parts(), carId, patch),
    'edits.install': ({ carId, serialNumber }) => installProduct(parts(), carId, serialNumber),
    'edits.uninstallPreview': ({ productId, carId }) => uninstallPreview(parts(), productId, carId),
    'edits.uninstall': ({ productId, carId }) => uninstallProduct(parts(), productId, carId),
    'edits.createAssignment': (wanted) => createAssignment(parts(), wanted),
    'edits.changeAssignment': ({ start, end, lifetime, renewableAfter, ...access }) =>
      changeAssignment(parts(), access, { start, end, lifetime, renewableAfter }),
    'edits.endAssignment': (access) => endAssignment(parts(), access),
    'edits.createGroup': ({ name }) => createGroup(parts(), name),
    'edits.renameGroup': ({ groupId, name }) => renameGroup(parts(), groupId, name),
    'edits.deleteGroup': ({ groupId }) => deleteGroup(parts(), groupId),
    'edits.addCarToGroup': ({ groupId, carId }) => addCarToGroup(parts(), groupId, carId),
    'edits.addUserToGroup': ({ groupId, userId }) => addUserToGroup(parts(), groupId, userId),
    'edits.addProductToGroup': ({ groupId, productId }) => addProductToGroup(parts(), groupId, productId),
    'edits.removeServiceFromGroup': ({ groupId, serviceId }) =>
      removeServiceFromGroup(parts(), groupId, serviceId),
    'edits.removeUserFromCustomer': ({ userId }) => removeUserFromCustomer(parts(), userId),
    'edits.removeUserByAddress': ({ emailAddress }) => removeUserByAddress(parts(), emailAddress),
    'edits.recordEvent': (event) => recordEvent(parts(), event),
    'edits.drafts': () => listDrafts(parts()),
    'edits.saveDraft': (draft) => saveDraft(parts(), draft),
  };
}

/** All unsaved forms of this profile and customer. */
function listDrafts({ database }: Pick<EditParts, 'database'>): CallOutput<'edits.drafts'> {
  return { drafts: [...readFormDrafts(database.sqlite)] };
}

/** Saves a form; null deletes it. No such form has a field for a secret. */
function saveDraft(
  { database, clock }: Pick<EditParts, 'database' | 'clock'>,
  { form, draft }: CallParsed<'edits.saveDraft'>,
): CallOutput<'edits.saveDraft'> {
  database.write((context) => {
    if (draft === null) removeFormDraft(context, form);
    else saveFormDraft(context, { form, draft }, clock.now());
  });
  return {};
}
