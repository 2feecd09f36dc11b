import type { OperationKind } from '../../shared/domain/operation.ts';
import type { OperatorAddress } from '../../shared/domain/profile.ts';
import type { Role } from '../../shared/domain/roles.ts';
import type { CustomerId, JobId, OperationId } from '../../shared/ids.ts';
import type { LeastByInput } from './router.ts';

/** The connection of this laptop, as far as it decides who may exchange it. */
export interface Connected {
  readonly address: OperatorAddress;
  readonly customer: { readonly id: CustomerId };
  readonly relay: { readonly relayUrl: string } | null;
}

/** The facts of this laptop that decide, asked at each call. */
export interface LeastParts {
  readonly connected: () => Connected | null;
  /** Undefined: there is none. */
  readonly operation: (
    id: OperationId,
  ) => { readonly kind: OperationKind; readonly job_id: JobId | null } | undefined;
  /** Is what a swap can make again known here by the word of another laptop alone? */
  readonly isByOthersWord: (job: JobId) => boolean;
}

/** The role that enqueues an operation outside a job may correct it; the times of an access are a supervisor's, in a job too. */
const toCorrect: Readonly<Partial<Record<OperationKind, Role>>> = {
  'rename-group': 'lead',
  'create-assignment': 'supervisor',
  'update-assignment': 'supervisor',
  'remove-user-by-address': 'supervisor',
};

/**
 * The calls of which one form is an installer's and another is not. A login or a token that was exchanged is typed again by the person
 * at the laptop; another environment, customer or relay would be a way out of the role. So would a correction that lengthens an
 * access, and an access that only a hand-over file knows.
 */
export function createLeastByInput({ connected, operation, isByOthersWord }: LeastParts): LeastByInput {
  return {
    'connect.save': ({ address, customer, relay }) => {
      const known = connected();
      const isSame =
        known === null ||
        (known.address.environment === address.environment &&
          known.address.baseUrl === address.baseUrl &&
          known.customer.id === customer.id &&
          (known.relay?.relayUrl ?? null) === (relay?.relayUrl ?? null));
      return isSame ? 'installer' : 'supervisor';
    },
    'jobs.restore': ({ jobId }) => (isByOthersWord(jobId) ? 'supervisor' : 'installer'),
    'queue.correct': ({ operationId }) => {
      const asked = operation(operationId);
      if (asked === undefined) return 'installer';
      if (asked.kind === 'install') return asked.job_id === null ? 'lead' : 'installer';
      return toCorrect[asked.kind] ?? 'installer';
    },
    // To keep one's data, or to let an order wait, erases nothing.
    'removal.decide': ({ decision }) => (decision === 'now' ? 'supervisor' : 'installer'),
  };
}
