import { z } from 'zod';
import type { Role } from '../domain/people.ts';
import { type Problem, problem } from '../problem.ts';

/**
 * The least role of a call; the router refuses every lower one. `from` and `upTo`: the roles for its mildest and
 * strictest form, where main derives the role from the input (`LeastByInput` of the router).
 */
export type Least = Role | { readonly from: Role; readonly upTo: Role };

/**
 * One call of the contract: its least role, and the schemas of its input and output, with which the router parses
 * both.
 */
export interface Call<
  Asked extends Least = Least,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly least: Asked;
  readonly input: Input;
  readonly output: Output;
}

/** Declares a call. */
export function call<const Asked extends Least, Input extends z.ZodType, Output extends z.ZodType>(
  least: Asked,
  input: Input,
  output: Output,
): Call<Asked, Input, Output> {
  return { least, input, output };
}

/** The least role that may make any form of a call. */
export const leastForm = (least: Least): Role => (typeof least === 'string' ? least : least.from);
/** The least role that may make every form of a call. */
export const strictestForm = (least: Least): Role => (typeof least === 'string' ? least : least.upTo);

/** The envelope of an answer. Electron flattens thrown errors to text; an envelope keeps the code. */
export type Envelope<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Problem };

/** The envelope around an already known output schema. */
export const envelopeOf = <Output extends z.ZodType>(output: Output) =>
  z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: output }),
    z.object({ ok: z.literal(false), error: problem }),
  ]);

/** A file that the app saved, and whether to open it or its folder. */
export const shownFile = z.object({ path: z.string().min(1).max(4000), how: z.enum(['folder', 'file']) });
export type ShownFile = z.infer<typeof shownFile>;
