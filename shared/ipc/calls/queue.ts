import { z } from 'zod';
import { operationView, queueShow } from '../../domain/operation.ts';
import {
  candidate,
  correctionField,
  correctionValue,
  operationCar,
  operationDetail,
  queueLine,
  seenOperation,
} from '../../domain/operation-commands.ts';
import { carId, operationId } from '../../ids.ts';
import { call } from '../call.ts';

const operation = z.object({ operationId });
/**
 * A command for an operation, with its state as the person saw it. ProblemError `changed-meanwhile` if it has
 * changed since.
 */
const act = operation.extend({ seen: seenOperation });

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
  'queue.retry': call('installer', act, operationView),
  /** Holds an operation that has not been sent. */
  'queue.hold': call('installer', act, operationView),
  /** Releases an operation that a person held. */
  'queue.release': call('installer', act, operationView),
  /** Cancels an operation that has not been sent, or that is blocked. Its dependants are held, or cancelled too. */
  'queue.cancel': call('installer', act.extend({ withDependants: z.boolean() }), operationView),
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
    'installer',
    act.extend({ wasDone: z.boolean(), adopt: z.number().int().positive().nullable() }),
    operationView,
  ),
  /** Acknowledges this many incidents of an ended operation. */
  'queue.acknowledge': call(
    'installer',
    act.extend({ incidents: z.number().int().positive() }),
    operationView,
  ),
  /** Moves the dependants of a cancelled new car to this car of the directory. */
  'queue.moveToCar': call('installer', act.extend({ carId }), operationView),
} as const;
