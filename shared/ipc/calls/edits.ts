import { z } from 'zod';
import { directoryAssignment } from '../../domain/directory.ts';
import { operationView } from '../../domain/operation.ts';
import { place } from '../../domain/typed-text.ts';
import { assignmentId, carId, groupId, productId, serviceId, userId } from '../../ids.ts';
import { instant } from '../../time.ts';
import { call } from '../call.ts';
import { newCar } from './jobs.ts';

const text = z.string().max(20_000);

/**
 * Every write of the API outside a guided flow. Each is validated first (a refusal is a problem), then saved to
 * disk and queued. The call returns the queued operation, never the operator's answer.
 */
export const editCalls = {
  'edits.createCar': call('installer', z.object({ car: newCar, description: text }), operationView),
  /** Only the given fields are changed; null clears one (the name cannot be cleared). */
  'edits.updateCar': call(
    'installer',
    z.object({
      carId,
      patch: z
        .object({
          name: text,
          description: text.nullable(),
          licensePlate: text.nullable(),
          vin: text.nullable(),
          brand: text.nullable(),
          model: text.nullable(),
        })
        .partial(),
    }),
    operationView,
  ),
  'edits.install': call('lead', z.object({ carId, serialNumber: text }), operationView),
  /** The accesses of the car that an uninstallation of a Box ends. Read from the operator if it answers. */
  'edits.uninstallPreview': call(
    'installer',
    z.object({ productId, carId: carId.optional() }),
    z.object({
      /**
       * The car that the Box leaves; null = neither this laptop nor the operator knows it, so a person must name it.
       */
      car: z.object({ id: carId, label: z.string() }).nullable(),
      takesAssignments: z.boolean(),
      /** null = could not be read now; the person sees that before deciding. */
      assignments: z.array(directoryAssignment).nullable(),
    }),
  ),
  /** `carId`: the car that a person named or a preview found; used only if the local copies do not have the car. */
  'edits.uninstall': call('lead', z.object({ productId, carId: carId.optional() }), operationView),
  'edits.createAssignment': call(
    'supervisor',
    z.object({
      carId,
      userId,
      start: instant,
      end: instant.nullable(),
      /** Seconds; null = the default, capped to the length of the access. */
      lifetime: z.number().int().positive().nullable(),
      renewableAfter: z.number().int().positive().nullable(),
    }),
    operationView,
  ),
  /** Changes the end (null = open-ended), the start or the offline lifetime in seconds of an access. */
  'edits.changeAssignment': call(
    'supervisor',
    z.object({
      assignmentId,
      carId,
      userId: userId.nullable(),
      start: instant.optional(),
      end: instant.nullable().optional(),
      lifetime: z.number().int().positive().optional(),
      renewableAfter: z.number().int().positive().optional(),
    }),
    operationView,
  ),
  'edits.endAssignment': call(
    'supervisor',
    z.object({ assignmentId, carId, userId: userId.nullable() }),
    operationView,
  ),
  'edits.createGroup': call('installer', z.object({ name: text }), operationView),
  'edits.renameGroup': call('lead', z.object({ groupId, name: text }), operationView),
  'edits.deleteGroup': call('supervisor', z.object({ groupId }), operationView),
  'edits.addCarToGroup': call('installer', z.object({ groupId, carId }), operationView),
  'edits.addUserToGroup': call('supervisor', z.object({ groupId, userId }), operationView),
  'edits.addProductToGroup': call('lead', z.object({ groupId, productId }), operationView),
  'edits.removeServiceFromGroup': call('lead', z.object({ groupId, serviceId }), operationView),
  'edits.removeUserFromCustomer': call('supervisor', z.object({ userId }), operationView),
  /** For a user who is not in this laptop's list. */
  'edits.removeUserByAddress': call('supervisor', z.object({ emailAddress: text }), operationView),
  'edits.recordEvent': call(
    'installer',
    z.object({
      carId,
      userId,
      type: z.enum(['CarOpened', 'CarClosed']),
      at: instant,
      place: place.optional(),
    }),
    operationView,
  ),
  /** Unsaved forms of this profile and customer, by subject; `draft` is the form's own JSON. */
  'edits.drafts': call(
    'installer',
    z.object({}),
    z.object({ drafts: z.array(z.object({ form: z.string(), draft: z.string() })) }),
  ),
  /** Saves a form; null removes it. */
  'edits.saveDraft': call(
    'installer',
    z.object({ form: z.string().min(1).max(200), draft: z.string().max(200_000).nullable() }),
    z.object({}),
  ),
} as const;
