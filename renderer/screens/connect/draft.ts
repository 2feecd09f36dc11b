import { create } from 'zustand';
import { type Policy, DEFAULT_API_KEY_HEADER, type ProfileView } from '../../../shared/domain/profile.ts';
import { isAdding, useAdding } from '../../data/customers.ts';
import type { Environment, CustomerId } from '../../../shared/ids.ts';

/** The pages of Connect, in their order. */
export const connectSteps = ['operator', 'customer', 'relay', 'sync'] as const;
export type ConnectStep = (typeof connectSteps)[number];

/** The typed values of Connect without the secrets, which exist only in the open screen. */
export interface ConnectDraft {
  readonly step: ConnectStep;
  readonly environment: Environment;
  readonly baseUrl: string;
  readonly apiKeyHeader: string;
  readonly customer: { readonly id: CustomerId; readonly name: string } | null;
  readonly withRelay: boolean;
  readonly relayUrl: string;
}

const empty: ConnectDraft = {
  step: 'operator',
  environment: 'uat',
  baseUrl: '',
  apiKeyHeader: DEFAULT_API_KEY_HEADER,
  customer: null,
  withRelay: true,
  relayUrl: '',
};

/** The fields that differ from the initial values. */
const useChanges = create<{ readonly changes: Partial<ConnectDraft>; readonly adding: boolean }>(() => ({
  changes: {},
  adding: false,
}));

/** The draft, kept while the person opens another screen. */
export function useConnectDraft(profile: ProfileView | null, policy: Policy): ConnectDraft {
  const { changes, adding } = useChanges();
  return connectDraft(profile, adding === useAdding() ? changes : {}, policy);
}

/** The draft begins with the profile that is being changed. The administrator's values override all others. */
export function connectDraft(
  profile: ProfileView | null,
  changes: Partial<ConnectDraft>,
  policy: Policy,
): ConnectDraft {
  return { ...(profile === null ? empty : draftOf(profile)), ...changes, ...setBy(policy) };
}

/** The administrator's values, which override typed ones. */
const setBy = ({ environment, address, relay }: Policy): Partial<ConnectDraft> => ({
  ...(environment === undefined ? {} : { environment }),
  ...(address === undefined ? {} : { baseUrl: address }),
  ...(relay === undefined ? {} : { relayUrl: relay, withRelay: true }),
});

/** Changes fields of the draft. */
export function changeDraft(change: Partial<ConnectDraft>): void {
  const adding = isAdding();
  // A draft of the other purpose is discarded.
  useChanges.setState((before) => ({
    adding,
    changes: { ...(before.adding === adding ? before.changes : {}), ...change },
  }));
}

/** Discards the draft after saving, so that the next visit starts from the profile. */
export function clearDraft(): void {
  useChanges.setState({ changes: {} });
}

function draftOf(profile: ProfileView): ConnectDraft {
  return {
    step: 'operator',
    environment: profile.environment,
    baseUrl: profile.baseUrl,
    apiKeyHeader: profile.apiKeyHeader,
    customer: { id: profile.customerId, name: profile.customerName },
    withRelay: profile.relayUrl !== null,
    relayUrl: profile.relayUrl ?? '',
  };
}

/** Secrets typed by a person. They exist only in the open screen and are never shown again. */
export interface TypedSecrets {
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
  readonly relayToken: string;
}

export const noSecrets: TypedSecrets = { apiKey: '', username: '', password: '', relayToken: '' };
