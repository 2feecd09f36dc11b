import type { OperationKind } from '../../shared/domain/operation.ts';
import { leastToCorrect } from '../../shared/domain/operation-commands.ts';
import type { OperatorAddress } from '../../shared/domain/profile.ts';
import type { Role } from '../../shared/domain/people.ts';
import type { CustomerId, JobId, OperationId } from '../../shared/ids.ts';
import { connectionIdOf } from '../profiles/profile-folder.ts';
import type { LeastByInput } from './router.ts';

/** The facts of a connection that decide who may replace it. */
export interface Connected {
  readonly address: OperatorAddress;
  readonly customer: { readonly id: CustomerId };
  readonly relay: { readonly relayUrl: string } | null;
}

/** The facts of this laptop that decide, read at each call. */
export interface LeastParts {
  /** All connections. `unknown`: the start failed before they were read, so any replacement could evade the role. */
  readonly connected: () => readonly Connected[] | 'unknown';
  /** Undefined = there is no such operation. */
  readonly operation: (
    id: OperationId,
  ) => { readonly kind: OperationKind; readonly job_id: JobId | null } | undefined;
  /** The least role for restoring the accesses of a swap. */
  readonly leastToRestore: (job: JobId) => Role;
}

/**
 * The calls whose least role depends on their input. An installer may retype a changed login or token. Another
 * environment, customer or relay, added or as a replacement, needs a supervisor, because it would evade the role.
 * The same applies to a correction that lengthens an access, and to an access that only a hand-over file names.
 */
export function createLeastByInput({ connected, operation, leastToRestore }: LeastParts): LeastByInput {
  return {
    'connect.save': ({ address, customer, relay, replaces }) => {
      const known = connected();
      if (known === 'unknown') return 'supervisor';
      const isSame = (one: Connected) =>
        one.address.environment === address.environment &&
        one.address.baseUrl === address.baseUrl &&
        one.customer.id === customer.id &&
        (one.relay?.relayUrl ?? null) === (relay?.relayUrl ?? null);
      const own = connectionIdOf({ address, customerId: customer.id });
      const takesNone = replaces === null || replaces === own;
      return known.length === 0 || (takesNone && known.some(isSame)) ? 'installer' : 'supervisor';
    },
    // Only a lead may put a Box back into use.
    'boxes.mark': ({ condition }) => (condition === 'good' ? 'lead' : 'installer'),
    'jobs.restore': ({ jobId }) => leastToRestore(jobId),
    'queue.correct': ({ operationId }) => {
      const asked = operation(operationId);
      return asked === undefined ? 'installer' : leastToCorrect(asked.kind, asked.job_id !== null);
    },
    // Keeping data or postponing an order deletes nothing.
    'removal.decide': ({ decision }) => (decision === 'now' ? 'supervisor' : 'installer'),
  };
}
