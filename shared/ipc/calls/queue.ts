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
/** A person's act on an operation as they saw it. ProblemError `changed-meanwhile` when it has moved since. */
const act = operation.extend({ seen: seenOperation });

/** Longer queues are shown from their beginning. */
export const LONGEST_QUEUE = 20_000;

/** More than a window shows at once. */
export const FIRST_LINES = 40;

/** The operation queue as a person sees and steers it. */
export const queueCalls = {
  'queue.list': call(
    'installer',
    z.object({ which: z.enum(['unfinished', 'all']), limit: z.number().int().min(1).max(500) }),
    z.object({ operations: z.array(operationView) }),
  ),
  /**
   * Which operations, in which order, by their sequence numbers. The lines of the first `FIRST_LINES` come along; the others
   * are read as they come into view.
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
  /** The candidates at the operator that this operation may have created: read now. */
  'queue.candidates': call(
    'installer',
    operation,
    /** `listed` false: the environment has no such list. */
    z.object({ candidates: z.array(candidate), listed: z.boolean() }),
  ),
  /** Forget all waiting times and look at the network now. */
  'queue.tryNow': call('installer', z.object({}), z.object({})),
  /** Send a blocked operation again, after the person has mended its cause. */
  'queue.retry': call('installer', act, operationView),
  /** Keep back what has not left. */
  'queue.hold': call('installer', act, operationView),
  /** Let go on what a person kept back. */
  'queue.release': call('installer', act, operationView),
  /** Give up an operation that has not left, or that is blocked. Its dependants are held, or given up with it. */
  'queue.cancel': call('installer', act.extend({ withDependants: z.boolean() }), operationView),
  /**
   * Change what will be sent, where it is certain that nothing was applied, and send it. `reason`: why a serial that the label
   * of its Box contradicts is right; without one it is refused (`box-refused`).
   */
  'queue.correct': call(
    { from: 'installer', upTo: 'supervisor' },
    act.extend({ values: z.partialRecord(correctionField, correctionValue), reason: z.string().max(1000) }),
    operationView,
  ),
  /** A person's word about an operation that may have been applied; `adopt` = which one at the operator it is. */
  'queue.decide': call(
    'installer',
    act.extend({ wasDone: z.boolean(), adopt: z.number().int().positive().nullable() }),
    operationView,
  ),
  /** A person has seen the so many things that went wrong with what is at its end. */
  'queue.acknowledge': call(
    'installer',
    act.extend({ incidents: z.number().int().positive() }),
    operationView,
  ),
  /** The new car was given up: what hangs on it is for this car of the directory. */
  'queue.moveToCar': call('installer', act.extend({ carId }), operationView),
} as const;
