import type {
  OperatorAddress,
  OperatorCredentials,
  ProfileView,
  SecretKeeping,
} from '../../shared/domain/profile.ts';
import type { CustomerId } from '../../shared/ids.ts';
import type { Assumptions } from '../../shared/operator/assumptions.ts';

/** The relay's address, and this laptop's token for it. */
export interface RelayAccess {
  readonly relayUrl: string;
  readonly relayToken: string;
}

/** The customer of a profile. */
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
  /** Assumptions about this environment; absent = the defaults. */
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

/** The view of a saved profile whose secrets are not loaded. */
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
