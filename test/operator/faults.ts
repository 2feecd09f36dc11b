import { once } from 'node:events';
import { z } from 'zod';
import { pathMatcher } from './path-pattern.ts';

const when = z.enum(['before', 'after']).default('before');
const milliseconds = z.number().int().min(0);

/**
 * The effect of a fault. `when` says whether the request takes effect first (`after`) or never (`before`): the client cannot
 * tell, the journal can.
 */
const effectSchema = z.discriminatedUnion('kind', [
  /** The connection is cut without an answer; `reset` sends a TCP reset instead of a close. */
  z.strictObject({ kind: z.literal('drop'), when, reset: z.boolean().default(false) }),
  /** Another answer than the operator's: a gateway's 502, a 429 with Retry-After, a captive portal's 200 with HTML. */
  z.strictObject({
    kind: z.literal('status'),
    when,
    status: z.number().int().min(200).max(599),
    html: z.boolean().default(false),
    /** Sent as it is; without it a JSON string, a small HTML page, or nothing for 204. */
    body: z.string().optional(),
    /** Seconds, or an HTTP date. */
    retryAfter: z.union([z.string(), z.number()]).optional(),
  }),
  /** The connection stays open and nothing comes. */
  z.strictObject({ kind: z.literal('hang'), when }),
  /** The connection is cut at once, the request takes effect later all the same. */
  z.strictObject({ kind: z.literal('late-apply'), afterMs: milliseconds }),
  /** Takes effect; the answer breaks off in the middle. */
  z.strictObject({ kind: z.literal('truncate') }),
  /** Takes effect; the answer is chunked and never ends. */
  z.strictObject({ kind: z.literal('endless'), everyMs: milliseconds.default(20) }),
  /** Only slow: waits, then goes on as usual. */
  z.strictObject({ kind: z.literal('delay'), ms: milliseconds }),
  /** Waits until the fault is cleared, then goes on as usual. */
  z.strictObject({ kind: z.literal('hold') }),
]);

export const faultSchema = z.strictObject({
  method: z.string().default('*'),
  /** Path below the base address without query; `*` is one segment, `**` any rest. */
  path: z.string().default('/**'),
  bodyContains: z.string().optional(),
  /** The first matching request that is hit, counted from 1. */
  nth: z.number().int().min(1).default(1),
  /** How many requests from there on; `all` until the fault is cleared. */
  count: z.union([z.number().int().min(1), z.literal('all')]).default(1),
  effect: effectSchema,
});

export type FaultEffect = z.output<typeof effectSchema>;
export type FaultInput = z.input<typeof faultSchema>;
export type Fault = z.output<typeof faultSchema> & { readonly id: string; seen: number; hits: number };

export type Faults = {
  readonly all: readonly Fault[];
  /** Switches a fault on; returns its id. Throws a ZodError when it is not one. */
  readonly add: (fault: FaultInput) => string;
  /** Switches one fault off, or all of them. */
  readonly clear: (id?: string) => void;
  /** Resolves once this fault is switched off; rejects when the signal is aborted. */
  readonly whenCleared: (id: string, signal: AbortSignal) => Promise<void>;
  /** Counts the request and returns the first fault that hits it. */
  readonly hit: (request: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
  }) => Fault | null;
};

/** No faults switched on. */
export function newFaults(): Faults {
  let faults: Fault[] = [];
  let counter = 0;
  const cleared = new EventTarget();
  return {
    get all() {
      return faults;
    },
    add: (input) => {
      counter += 1;
      const fault: Fault = { ...faultSchema.parse(input), id: `fault-${counter}`, seen: 0, hits: 0 };
      faults.push(fault);
      return fault.id;
    },
    clear: (id) => {
      faults = id === undefined ? [] : faults.filter((fault) => fault.id !== id);
      cleared.dispatchEvent(new Event('cleared'));
    },
    whenCleared: async (id, signal) => {
      while (faults.some((fault) => fault.id === id)) await once(cleared, 'cleared', { signal });
    },
    hit: (request) => {
      let first: Fault | null = null;
      for (const fault of faults) {
        if (!concerns(fault, request)) continue;
        fault.seen += 1;
        const last = fault.count === 'all' ? Number.POSITIVE_INFINITY : fault.nth + fault.count - 1;
        if (first === null && fault.seen >= fault.nth && fault.seen <= last) {
          fault.hits += 1;
          first = fault;
        }
      }
      return first;
    },
  };
}

function concerns(fault: Fault, request: { method: string; path: string; body: string }): boolean {
  return (
    (fault.method === '*' || fault.method === request.method) &&
    pathMatcher(fault.path)(request.path) &&
    (fault.bodyContains === undefined || request.body.includes(fault.bodyContains))
  );
}
