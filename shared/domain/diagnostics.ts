import { z } from 'zod';
import { problem, sentence } from '../problem.ts';
import { instant } from '../time.ts';

/** The parts that are checked, in display order. */
export const healthPart = z.enum([
  'operator',
  'relay',
  'results',
  'upload',
  'clock',
  'secrets',
  'queue',
  'backup',
  'restoration',
  'directory',
  'pictures',
  'disk',
  'log-file',
  'checklists',
  'stops',
  'other-profiles',
]);
export type HealthPart = z.infer<typeof healthPart>;

/** The remedy that the app offers: a button beside the reason. */
export const healthAct = z.enum([
  'try-now',
  'open-connection',
  'measure-clock',
  'read-fleet',
  'open-settings',
  'make-bundle',
]);
export type HealthAct = z.infer<typeof healthAct>;

const part = healthPart;
const act = healthAct.nullable();

/**
 * The result of checking one part. `attention`: work continues, and a person should act; `broken`: a function is
 * unavailable until a person acts. Both have a reason and a next step. `unchecked`: nothing to check, or no answer.
 */
export const healthFinding = z.discriminatedUnion('state', [
  z.object({ part, state: z.literal('good'), says: sentence, raw: z.string().nullable() }),
  z.object({ part, state: z.literal('unchecked'), says: sentence, raw: z.string().nullable() }),
  z.object({ part, state: z.literal('attention'), problem, act }),
  z.object({ part, state: z.literal('broken'), problem, act }),
]);
export type HealthFinding = z.infer<typeof healthFinding>;

/** The last health check, and the progress of the running one. */
export const healthState = z.object({
  /** Number of parts checked, and of all parts; null while no check runs. */
  looking: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
  /** When the last check ended; null = never in this run. */
  lookedAt: instant.nullable(),
  /** True when the last check was stopped before its end. */
  stopped: z.boolean(),
  findings: z.array(healthFinding),
});
export type HealthState = z.infer<typeof healthState>;

/**
 * An unexpected end or fault. `window`: the page's process ended; `window-hung`: it stopped responding; `window-fault`:
 * a fault in its code; `helper`: another process of the browser; `app`: an uncaught fault in the main process; `ended`:
 * the app ended without closing.
 */
export const stopKind = z.enum(['window', 'window-hung', 'window-fault', 'helper', 'app', 'ended']);
export type StopKind = z.infer<typeof stopKind>;

const line = z.string().max(200);

/** An unexpected stop as stored: its place in the code, never its data. */
export const unexpectedStop = z.object({
  at: instant,
  version: z.string().max(40),
  kind: stopKind,
  /** A word of the system or the name of the error: "crashed", "oom", "TypeError". */
  reason: line,
  code: line.nullable(),
  /** Where in the code, innermost first: "jobLine (main.js:120:9)". */
  frames: z.array(line).max(30),
  /** It has been shown to a person. */
  reported: z.boolean(),
});
export type UnexpectedStop = z.infer<typeof unexpectedStop>;

/** The window's report of its own fault; the main process stores only the fields of an `UnexpectedStop`. */
export const windowFault = z.object({ name: z.string().max(200), stack: z.string().max(20_000) });

/** A file of a bundle. */
const bundleFile = z.object({ name: z.string(), bytes: z.number().int() });

/** An assembled bundle that a person inspects before saving: exactly this is saved. `id` is its digest. */
export const supportBundle = z.object({
  id: z.string().regex(/^[0-9a-f]{64}$/),
  madeAt: instant,
  files: z.array(bundleFile),
});
export type SupportBundle = z.infer<typeof supportBundle>;

/** Characters per page of a bundle's file. */
export const BUNDLE_PAGE = 60_000;
