import type { z } from 'zod';
import { err, ok, type Result } from '../../shared/result.ts';
import { relayError, type RelayError } from './relay-error.ts';

/** The body of an answer as the contract has it; a body of another shape is `unreadable`. */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  status: number,
): Result<z.output<Schema>, RelayError> {
  const parsed = schema.safeParse(body);
  return parsed.success
    ? ok(parsed.data)
    : err(relayError('unreadable', 'the answer does not have the shape of a relay', { status }));
}
