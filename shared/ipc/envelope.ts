import { z } from 'zod';
import { type Problem, problem } from '../problem.ts';

/**
 * Every answer is data: Electron flattens thrown errors to text, an envelope keeps the code.
 */
export type Envelope<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Problem };

/** The envelope around an already known output schema. */
export const envelopeOf = <Output extends z.ZodType>(output: Output) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: output }),
    z.object({ ok: z.literal(false), error: problem }),
  ]);
