import type { OperatorAddress } from '../../shared/domain/profile.ts';
import type { CustomerId } from '../../shared/ids.ts';
import type { LeastByInput } from './router.ts';

/** The connection of this laptop, as far as it decides who may exchange it. */
export interface Connected {
  readonly address: OperatorAddress;
  readonly customer: { readonly id: CustomerId };
  readonly relay: { readonly relayUrl: string } | null;
}

/**
 * The calls of which one form is an installer's and another is not. A login or a token that was exchanged is typed again by the person
 * at the laptop; another environment, customer or relay would be a way out of the role.
 */
export function createLeastByInput(connected: () => Connected | null): LeastByInput {
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
    // To keep one's data, or to let an order wait, erases nothing.
    'removal.decide': ({ decision }) => (decision === 'now' ? 'supervisor' : 'installer'),
  };
}
