import type { Log } from '../ports.ts';
import { describeFault } from './describe-fault.ts';
import type { StopRecords } from './stop-records.ts';

/**
 * Faults of the main process that nobody caught. An exception ends it as before, or is shown by the host: it is only written
 * down first. A promise nobody waited for ends nothing, in any host: what a person saved is on disk before any promise is made.
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
