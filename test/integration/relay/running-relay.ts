import { onTestFinished } from 'vitest';
import { customerId } from '../../../shared/ids.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import { createToken } from '../../../relay/access/credentials.ts';
import { readSettings, type RelaySettings, type RelayVariables } from '../../../relay/settings.ts';
import { startRelay, type RelayPorts, type RunningRelay } from '../../../relay/start.ts';
import type { FeedView } from '../../../relay/store/results-store.ts';
import type { RelayStore } from '../../../relay/store/store.ts';
import { tempFolder } from './temp-folder.ts';
import { CUSTOMER } from './webhooks.ts';

/** Settings as a person would give them, on a free port and in a folder of the test's own unless it names one. */
export function relaySettings(variables: RelayVariables = {}): RelaySettings {
  const settings = readSettings({ RELAY_PORT: '0', RELAY_DATA_DIR: tempFolder(), ...variables });
  if (!settings.ok) throw new Error(settings.error);
  return settings.value;
}

/** A real relay in this process, stopped when the test ends. */
export async function runningRelay(
  variables: RelayVariables = {},
  ports: RelayPorts = {},
): Promise<RunningRelay> {
  const relay = await startRelay(relaySettings(variables), { log: null, ...ports });
  onTestFinished(relay.stop);
  return relay;
}

/** All that is kept of a customer, the usual one unless another is named, as the store itself says. */
export async function keptIn(store: RelayStore, customer = CUSTOMER): Promise<FeedView> {
  const query = { environment: 'uat', customerId: customerId.parse(customer), limit: 10_000 } as const;
  let view = await store.readFeed({ ...query, after: null });
  while (view.more) {
    const next = await store.readFeed({ ...query, after: view.readUpTo });
    view = { ...next, results: [...view.results, ...next.results] };
  }
  return view;
}

/** The epoch that gave the latest result. */
export async function epochOf({ store }: RunningRelay): Promise<string> {
  return (await keptIn(store)).head.epoch;
}

/** A token of the relay's store. */
export async function tokenFor(
  relay: RunningRelay,
  customers: readonly number[],
  role: RelayRole = 'installer',
  name = 'Bay 3',
): Promise<{ readonly token: string; readonly id: number }> {
  const request = { name, role, customers: customers.map((id) => customerId.parse(id)) };
  const made = await createToken(relay.store, request, 0);
  if (!made.ok) throw new Error(made.error);
  return made.value;
}
