import type { OperationKind } from '../../shared/domain/operation.ts';
import { leastToCorrect } from '../../shared/domain/operation-commands.ts';
import type { OperatorAddress } from '../../shared/domain/profile.ts';
import type { Role } from '../../shared/domain/people.ts';
import type { CustomerId, JobId, OperationId } from '../../shared/ids.ts';
import { connectionIdOf } from '../profiles/profile-folder.ts';
import type { LeastByInput } from './router.ts';

/** A connection of this laptop, as far as it decides who may exchange it. */
export interface Connected {
  readonly address: OperatorAddress;
  readonly customer: { readonly id: CustomerId };
  readonly relay: { readonly relayUrl: string } | null;
}

/** The facts of this laptop that decide, asked at each call. */
export interface LeastParts {
  /** All of them. `unknown`: the start failed before they were read, so any exchange could evade the role. */
  readonly connected: () => readonly Connected[] | 'unknown';
  /** Undefined: there is none. */
  readonly operation: (
    id: OperationId,
  ) => { readonly kind: OperationKind; readonly job_id: JobId | null } | undefined;
  /** The least role that makes the accesses of a swap again. */
  readonly leastToRestore: (job: JobId) => Role;
}

/**
 * The calls whose input decides the least role. Retyping a changed login or token is an installer's call; another
 * environment, customer or relay, added or in place of one, would evade the role. So would a correction that lengthens an access, and an access
 * that only a hand-over file names.
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
    // A Box that was taken out of use comes back by a lead's word.
    'boxes.mark': ({ condition }) => (condition === 'good' ? 'lead' : 'installer'),
    'jobs.restore': ({ jobId }) => leastToRestore(jobId),
    'queue.correct': ({ operationId }) => {
      const asked = operation(operationId);
      return asked === undefined ? 'installer' : leastToCorrect(asked.kind, asked.job_id !== null);
    },
    // Keeping one's data, or postponing an order, erases nothing.
    'removal.decide': ({ decision }) => (decision === 'now' ? 'supervisor' : 'installer'),
  };
}
