import type { DirectoryCar } from '../../../shared/domain/directory.ts';
import type { Environment } from '../../../shared/environment.ts';
import type { CustomerId } from '../../../shared/ids.ts';
import type { ResultDeliveries } from '../../../shared/relay/results.ts';
import type { Database } from '../../db/open.ts';
import type { Bindings } from '../../db/tables/queue/dependencies.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import type { InstallationLog } from '../../log/append.ts';
import type { OperatorClient } from '../../operator/client.ts';
import type { LogComparison } from '../../relay/log-upload.ts';
import type { QueuePolicy } from './policy.ts';
import type { SteadyClock } from './steady-clock.ts';

/** Where operations of this queue go. Compared with each operation when it is written and again when it is sent. */
export interface QueueTarget {
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly customerId: CustomerId;
}

/** Everything the queue is made of; handed down from the composition root. */
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
  /** Is this process alive? Decides whether a lease is stale. */
  readonly processAlive: (pid: number) => boolean;
  /** Faults of the app itself, for the log file. */
  readonly report: (message: string, cause: unknown) => void;
  /** After the commit that ended an operation well: local copies may be refreshed. Must not throw. */
  readonly onDone: (row: OperationRow, bindings: Bindings) => void;
  /** The local copies of the operator's cars with this name, which are older than what is asked for now; left out without copies. */
  readonly carsNamed?: (name: string) => readonly DirectoryCar[];
  /** How often a result of the relay has come, null where the relay cannot tell now; left out without a relay. */
  readonly askRelay?: (sequence: number, signal: AbortSignal) => Promise<ResultDeliveries | null>;
  /**
   * Has the relay more of this laptop's log than the laptop itself? Asked before the first claim of a run; left out without a
   * relay.
   */
  readonly compareLog?: (signal: AbortSignal) => Promise<LogComparison | 'unreachable'>;
  /** Named moments at which the fault tests end the process; nothing in the app. */
  readonly crashPoint?: (name: string) => void;
}
