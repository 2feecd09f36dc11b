import type {
  OperatorAddress,
  OperatorCredentials,
  ProfileView,
  SecretKeeping,
} from '../../shared/domain/profile.ts';
import type { CustomerId } from '../../shared/ids.ts';
import type { Assumptions } from '../../shared/operator/assumptions.ts';

/** Where the relay is and what lets this laptop in. */
export interface RelayAccess {
  readonly relayUrl: string;
  readonly relayToken: string;
}

/** The customer a profile works for. */
export interface ProfileCustomer {
  readonly id: CustomerId;
  readonly name: string;
}

/**
 * The complete settings of a connection. It contains secrets, so it stays in the main process and is never logged or
 * stored unencrypted.
 */
export interface Profile {
  readonly address: OperatorAddress;
  readonly credentials: OperatorCredentials;
  readonly customer: ProfileCustomer;
  readonly relay: RelayAccess | null;
  readonly keeping: SecretKeeping;
  /** Names in this environment; left out = as everywhere. */
  readonly assumptions?: Assumptions;
}

/** The part of a profile that the window may know: nothing secret. */
export function viewOf(profile: Profile): ProfileView {
  return {
    ...profile.address,
    customerId: profile.customer.id,
    customerName: profile.customer.name,
    relayUrl: profile.relay?.relayUrl ?? null,
    secrets: profile.keeping,
  };
}

/** A saved profile without its secrets. */
export function rememberedView(
  saved: Pick<Profile, 'address' | 'customer'> & { readonly relayUrl: string | null },
  keeping: SecretKeeping,
): ProfileView {
  return {
    ...saved.address,
    customerId: saved.customer.id,
    customerName: saved.customer.name,
    relayUrl: saved.relayUrl,
    secrets: keeping,
  };
}
