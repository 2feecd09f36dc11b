import { z } from 'zod';
import { healthState, supportBundle, unexpectedStop, windowFault } from '../../domain/diagnostics.ts';
import { call } from '../call.ts';

const id = supportBundle.shape.id;

/** How this laptop's parts are, what stopped, and what support is given. Also without a profile. */
export const diagnosticsCalls = {
  'diagnostics.health': call('installer', z.object({}), healthState),
  /** Looks at every part; answers when it is through or was stopped. One under way is joined. */
  'diagnostics.look': call('installer', z.object({}), healthState),
  'diagnostics.stopLooking': call('installer', z.object({}), z.object({})),
  /** Asks the operator for its time. */
  'diagnostics.measureClock': call(
    'installer',
    z.object({}),
    z.object({ clockOffsetMs: z.number().nullable() }),
  ),
  /** Unexpected stops that were not shown to a person yet, newest first. */
  'diagnostics.unreportedStops': call(
    'installer',
    z.object({}),
    z.object({ stops: z.array(unexpectedStop) }),
  ),
  /** All until then were shown to a person. */
  'diagnostics.tellStops': call('installer', unexpectedStop.pick({ at: true }), z.object({})),
  /** The window tells of a fault of its own. */
  'diagnostics.windowFault': call('installer', windowFault, z.object({})),
  /** Puts a bundle together, in memory; takes the place of the one before. ProblemError `bundle-busy`. */
  'diagnostics.prepareBundle': call('installer', z.object({}), supportBundle),
  /** A piece of a file of it as it will be written; `next` = where the rest begins. ProblemError `bundle-gone`. */
  'diagnostics.bundleText': call(
    'installer',
    z.object({ id, name: z.string().max(200), from: z.number().int().min(0) }),
    z.object({ text: z.string(), next: z.number().int().nullable() }),
  ),
  /** Asks where it goes and writes exactly what was looked at; null = cancelled. ProblemError `bundle-gone`. */
  'diagnostics.saveBundle': call('installer', z.object({ id }), z.object({ path: z.string().nullable() })),
} as const;
