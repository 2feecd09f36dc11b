import type { Log } from '../base/ports.ts';
import { describeFault } from '../base/describe-fault.ts';
import type { StopRecords } from './stop-records.ts';

/**
 * Uncaught faults of the main process. An exception ends it as before, or is shown by the host: it is only written
 * down first. An unhandled rejection ends nothing, in any host: a person's saved work is on disk before any promise is made.
 */
export function watchOwnFaults(
  process: Pick<NodeJS.Process, 'on'>,
  { stops, log }: { readonly stops: Pick<StopRecords, 'keep'>; readonly log: Log },
): void {
  const note = (origin: string, cause: unknown) => {
    const fault = describeFault(cause);
    log('error', 'app.fault', [origin, fault.reason, fault.code ?? '', ...fault.frames].join(' | '));
    stops.keep('app', fault);
  };
  process.on('uncaughtExceptionMonitor', (error, origin) => note(origin, error));
  process.on('unhandledRejection', (cause) => note('unhandledRejection', cause));
}
