import { z } from 'zod';
import { directoryAssignment } from '../../domain/directory.ts';
import {
  candidate,
  correctionField,
  correctionValue,
  operationCar,
  operationDetail,
  queueLine,
  seenOperation,
} from '../../domain/operation-commands.ts';
import { operationView, queueShow } from '../../domain/operation.ts';
import { place } from '../../domain/typed-text.ts';
import { assignmentId, carId, groupId, productId, serviceId, userId, operationId } from '../../ids.ts';
import { instant } from '../../time.ts';
import { call } from '../messages.ts';
import { newCar } from './jobs.ts';

/* The IPC calls about operations: the writes outside a guided flow, and the queue with its commands. */

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
  /**
   * `carId`: the car that a person named or a preview found. Used if the local copies do not have the car. `seen`: the
   * accesses that the person saw as ending; null = the person saw that they could not be read. ProblemError
   * `changed-since-shown` if the local copies have another car, or the car has an access that the person did not see.
   */
  'edits.uninstall': call(
    'lead',
    z.object({ productId, carId: carId.optional(), seen: z.array(assignmentId).nullable() }),
    operationView,
  ),
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

const operation = z.object({ operationId });
/**
 * A command for an operation, with its state as the person saw it. ProblemError `changed-since-shown` if it has
 * changed since.
 */
const act = operation.extend({ seen: seenOperation });

/** An order outside a job is commanded by the role that gives it (`leastToCommand`). */
const byOrder = { from: 'installer', upTo: 'supervisor' } as const;

/** Upper bound of the operations shown; longer queues are cut off at the end. */
export const LONGEST_QUEUE = 20_000;

/** Upper bound of the lines sent with the order: more than a window shows at once. */
export const FIRST_LINES = 40;

/** The operation queue: its lines and the commands for them. */
export const queueCalls = {
  'queue.list': call(
    'installer',
    z.object({ which: z.enum(['unfinished', 'all']), limit: z.number().int().min(1).max(500) }),
    z.object({ operations: z.array(operationView) }),
  ),
  /**
   * The sequence numbers of the filtered operations, in display order. The first `FIRST_LINES` lines are included; the
   * window reads the others when they come into view.
   */
  'queue.order': call(
    'installer',
    z.object({
      show: queueShow,
      /** Plate, serial, name or group, as typed; empty = all. */
      text: z.string().max(100),
      car: operationCar.pick({ id: true, createdBy: true }).nullable(),
    }),
    z.object({ seqs: z.array(z.number().int()), lines: z.array(queueLine) }),
  ),
  'queue.lines': call(
    'installer',
    z.object({ seqs: z.array(z.number().int()).max(200) }),
    z.object({ lines: z.array(queueLine) }),
  ),
  'queue.detail': call('installer', operation, operationDetail),
  /** The objects at the operator that this operation may have created, read now. */
  'queue.candidates': call(
    'installer',
    operation,
    /** `listed` false: the environment has no such list. */
    z.object({ candidates: z.array(candidate), listed: z.boolean() }),
  ),
  /** Resets all waiting times and probes the connection now. */
  'queue.tryNow': call('installer', z.object({}), z.object({})),
  /** Retries a blocked operation after the person has removed the cause. */
  'queue.retry': call(byOrder, act, operationView),
  /** Holds an operation that has not been sent. */
  'queue.hold': call(byOrder, act, operationView),
  /** Releases an operation that a person held. */
  'queue.release': call(byOrder, act, operationView),
  /**
   * Cancels an operation that has not been sent, or that is blocked. `dependants`: null = they are held; else those that
   * the person saw and cancels too. ProblemError `changed-since-shown` if it has another one.
   */
  'queue.cancel': call(byOrder, act.extend({ dependants: z.array(operationId).nullable() }), operationView),
  /**
   * Corrects the content of an operation that was certainly not applied, and sends it. `reason`: why a serial that
   * differs from the photographed label is right; without one the correction is refused (`box-refused`).
   */
  'queue.correct': call(
    { from: 'installer', upTo: 'supervisor' },
    act.extend({ values: z.partialRecord(correctionField, correctionValue), reason: z.string().max(1000) }),
    operationView,
  ),
  /**
   * A person's decision about an operation that may have been applied. `adopt`: the object at the operator that it
   * created.
   */
  'queue.decide': call(
    byOrder,
    act.extend({ wasDone: z.boolean(), adopt: z.number().int().positive().nullable() }),
    operationView,
  ),
  /** Acknowledges this many incidents of an ended operation. */
  'queue.acknowledge': call(byOrder, act.extend({ incidents: z.number().int().positive() }), operationView),
  /** Moves the dependants of a cancelled new car to this car of the directory. */
  'queue.moveToCar': call('installer', act.extend({ carId }), operationView),
} as const;
