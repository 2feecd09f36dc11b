import { z } from 'zod';
import { operationView } from '../../domain/operation.ts';
import { operationId } from '../../ids.ts';
import { call } from '../call.ts';

const operation = z.object({ operationId });

/** The operation queue as a person sees and steers it. */
export const queueCalls = {
  'queue.list': call(
    z.object({ which: z.enum(['unfinished', 'all']), limit: z.number().int().min(1).max(500) }),
    z.object({ operations: z.array(operationView) }),
  ),
  /** Forget all waiting times and look at the network now. */
  'queue.tryNow': call(z.object({}), z.object({})),
  /** Send a blocked operation again, after the person has mended its cause. */
  'queue.retry': call(operation, operationView),
  /** Give up an operation that has not left, or that is blocked. Its dependants are held. */
  'queue.cancel': call(operation, operationView),
  /** A person's word about an operation that may have been applied. */
  'queue.decide': call(operation.extend({ wasDone: z.boolean() }), operationView),
} as const;
