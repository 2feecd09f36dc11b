import type { DirectoryCar } from '../../../shared/domain/directory.ts';
import type { Environment, CustomerId } from '../../../shared/ids.ts';
import type { ResultDeliveries } from '../../../shared/relay/results.ts';
import type { Clock, Instant } from '../../../shared/time.ts';
import type { Database } from '../../db/open.ts';
import type { Bindings } from '../../db/tables/queue/dependencies.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import type { InstallationLog } from '../../log/append.ts';
import type { OperatorClient } from '../../operator/client.ts';
import type { LogComparison } from '../../relay/log-upload.ts';
import type { QueuePolicy } from './policy.ts';

/** The target of this queue's operations. It is compared with each operation at its creation and before its sending. */
export interface QueueTarget {
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly customerId: CustomerId;
}

/** Whether this laptop may still send for its jobs, or must first ask the relay (docs/decisions/0050-rescue.md). */
export interface Turns {
  /** True while no other laptop can have continued a job of this one. */
  readonly areHeld: () => boolean;
  /** Asks the relay, and gives up jobs that another laptop continues. */
  readonly confirm: (signal: AbortSignal) => Promise<'confirmed' | 'unreachable'>;
}

/** The queue's dependencies; passed down from the composition root. */
export interface QueueParts {
  readonly database: Database;
  readonly client: OperatorClient;
  readonly target: QueueTarget;
  readonly clock: SteadyClock;
  readonly random: () => number;
  readonly policy: QueuePolicy;
  readonly log: InstallationLog;
  /** Identifies this run in the lease. */
  readonly bootId: string;
  readonly pid: number;
  /** Whether this process is alive; decides if a lease is stale. */
  readonly processAlive: (pid: number) => boolean;
  /** Reports internal errors to the log file. */
  readonly report: (message: string, cause: unknown) => void;
  /** Called after the commit of a success, to refresh the local cache. Must not throw. */
  readonly onDone: (row: OperationRow, bindings: Bindings) => void;
  /** Cached cars with this name, from before the present request; left out without a cache. */
  readonly carsNamed?: (name: string) => readonly DirectoryCar[];
  /** Asks how often the relay received a result, null if it cannot tell now; left out without a relay. */
  readonly askRelay?: (sequence: number, signal: AbortSignal) => Promise<ResultDeliveries | null>;
  /** Compares this laptop's log with the relay's copy, before the first claim of a run; left out without a relay. */
  readonly compareLog?: (signal: AbortSignal) => Promise<LogComparison | 'unreachable'>;
  /** Guards jobs that another laptop may continue; left out without a relay. */
  readonly turns?: Turns;
  /** Named points at which the fault tests end the process; unused in the app. */
  readonly crashPoint?: (name: string) => void;
}

/**
 * The queue's clock: it advances with real time, whatever happens to the wall clock. Quarantines and delays are stored
 * in its time. When the wall clock is set, this clock is aligned and stored times are shifted in one commit, so that
 * remaining delays stay the same (faults.md 22, 23).
 */
interface SteadyClock extends Clock {
  /** Wall clock minus this clock in milliseconds; negative after the wall clock was set back. */
  readonly drift: () => number;
  /** Adjusts this clock; the caller has shifted the stored times. */
  readonly align: (byMs: number) => void;
}

/** A steady clock that agrees with the wall clock at this moment. */
export function createSteadyClock(clock: Clock): SteadyClock {
  let base = clock.now() - clock.passed();
  const now = (): Instant => Math.round(base + clock.passed());
  return {
    now,
    passed: () => clock.passed(),
    setTimer: (callback, delayMs) => clock.setTimer(callback, delayMs),
    drift: () => clock.now() - now(),
    align: (byMs) => {
      base += byMs;
    },
  };
}
