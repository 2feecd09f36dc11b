import { z } from 'zod';
import type { Role } from '../domain/people.ts';
import { jobId, operationId } from '../ids.ts';
import { type Problem, problem } from '../problem.ts';

/* The messages between the window and main: calls with their answers, and the pushes of main. */

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

/** Changed data, published after the commit. The renderer reads the visible parts again; topics carry no data. */
export const topic = z.union([
  z.enum([
    'status',
    'jobs',
    'queue',
    'directory',
    'readings',
    'preferences',
    'profile',
    'checklists',
    'people',
    'lock',
    'log',
    'supervision',
    'reviews',
    'planned-jobs',
    'boxes',
    'customers',
    'instructions',
    'publication',
    'exports',
    'opened-file',
    'updates',
    'health',
    'stops',
  ]),
  z.templateLiteral(['job:', jobId]),
]);
export type Topic = z.infer<typeof topic>;

/**
 * The place that the main process asks the window to show: the operation of a notification, or those that need a
 * person; the job that a supervisor sent back, or Home for several; the end of the shift before the window closes; the
 * guides over the current page, from the menu.
 */
export const place = z.discriminatedUnion('screen', [
  z.object({ screen: z.literal('queue'), operation: operationId.nullable() }),
  z.object({ screen: z.literal('job'), jobId }),
  z.object({ screen: z.literal('home') }),
  z.object({ screen: z.literal('shift') }),
  z.object({ screen: z.literal('help') }),
]);
export type Place = z.infer<typeof place>;
