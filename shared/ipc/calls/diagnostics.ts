import { z } from 'zod';
import { healthState, supportBundle, unexpectedStop, windowFault } from '../../domain/diagnostics.ts';
import { call } from '../call.ts';

const id = supportBundle.shape.id;

/** The health of this laptop's parts, unexpected stops, and the support functions. Works without a profile too. */
export const diagnosticsCalls = {
  'diagnostics.health': call('installer', z.object({}), healthState),
  /**
   * Checks every part; resolves when the check is complete or was stopped. A concurrent call joins the running check.
   */
  'diagnostics.look': call('installer', z.object({}), healthState),
  'diagnostics.stopLooking': call('installer', z.object({}), z.object({})),
  /** Asks the operator for its time. */
  'diagnostics.measureClock': call(
    'installer',
    z.object({}),
    z.object({ clockOffsetMs: z.number().nullable() }),
  ),
  /** Unexpected stops that no person has seen yet, newest first. */
  'diagnostics.unreportedStops': call(
    'installer',
    z.object({}),
    z.object({ stops: z.array(unexpectedStop) }),
  ),
  /** Marks all stops up to this time as seen. */
  'diagnostics.tellStops': call('installer', unexpectedStop.pick({ at: true }), z.object({})),
  /** Reports a fault of the window itself. */
  'diagnostics.windowFault': call('installer', windowFault, z.object({})),
  /** Assembles a bundle in memory; replaces the previous one. ProblemError `bundle-busy`. */
  'diagnostics.prepareBundle': call('installer', z.object({}), supportBundle),
  /**
   * A page of a bundle's file, exactly as it will be saved; `next` = offset of the following page. ProblemError
   * `bundle-gone`.
   */
  'diagnostics.bundleText': call(
    'installer',
    z.object({ id, name: z.string().max(200), from: z.number().int().min(0) }),
    z.object({ text: z.string(), next: z.number().int().nullable() }),
  ),
  /** Asks for a place and saves exactly the bundle that was shown; null = cancelled. ProblemError `bundle-gone`. */
  'diagnostics.saveBundle': call('installer', z.object({ id }), z.object({ path: z.string().nullable() })),
} as const;
