import { z } from 'zod';
import { instant } from '../time.ts';

/**
 * An unexpected end or fault. `window`: the page's process went; `window-hung`: it no longer answered;
 * `window-fault`: a fault in what it shows; `helper`: another process of the browser; `app`: a fault in the main process that
 * was not caught; `ended`: the app was gone without having closed.
 */
export const stopKind = z.enum(['window', 'window-hung', 'window-fault', 'helper', 'app', 'ended']);
export type StopKind = z.infer<typeof stopKind>;

const line = z.string().max(200);

/** One of them, as it is kept: where in the code it was and never with what data. */
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

/** The window's report of a fault of its own; the main process keeps no more of it than an `UnexpectedStop` has. */
export const windowFault = z.object({ name: z.string().max(200), stack: z.string().max(20_000) });
