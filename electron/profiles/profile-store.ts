import { z } from 'zod';
import { type Clock, instant } from '../../shared/time.ts';
import {
  operatorAddress,
  type OperatorAddress,
  type OperatorCredentials,
} from '../../shared/domain/profile.ts';
import { type ConnectionId, connectionId, customerId, type CustomerId } from '../../shared/ids.ts';
import {
  type Assumptions,
  assumptionsSchema,
  differing,
  standardAssumptions,
} from '../../shared/operator/assumptions.ts';
import { makeProblem, type Problem, ProblemError } from '../../shared/problem.ts';
import type { SecretStore } from '../base/ports.ts';
import {
  type Profile,
  type ProfileCustomer,
  type RelayAccess,
  connectionIdOf,
  profileKey,
  type ProfileIdentity,
  forgetDeviceKey,
  forgetLogin,
  forgetRelayToken,
  readSecrets,
  readUsername,
  type SecretName,
  writeSecrets,
} from './profile.ts';
import type { SettingsStore } from './settings-store.ts';

/** Upper bound of customers per laptop: each has its own databases, queue and feed, which run in parallel. */
export const MOST_CONNECTIONS = 6;

const savedConnection = z.object({
  address: operatorAddress,
  customer: z.object({ id: customerId, name: z.string() }),
  relayUrl: z.string().nullable(),
  /** The number of its login among those of its address; connections of one login share its secrets. */
  login: z.number().int().positive(),
});
/** A connection without its secrets. */
export type SavedConnection = z.infer<typeof savedConnection>;

/** Settings of an unknown shape, preserved as found. */
const damagedSettings = z.object({ foundAt: instant, content: z.unknown() });

/** An unreadable value counts as missing, because the profile itself must stay usable. */
const ownAssumptions = assumptionsSchema.catch(standardAssumptions);

const document = z.object({
  version: z.literal(1),
  /** In the order in which they were added. */
  connections: z.array(savedConnection).max(MOST_CONNECTIONS),
  /** The connection that the window opens with; null = not connected. */
  shown: connectionId.nullable(),
  /** By environment and base address; preserved when another login connects. */
  assumptions: z.record(z.string(), ownAssumptions).default({}),
  /** Newest first. */
  damaged: z.array(damagedSettings),
});
type Document = z.infer<typeof document>;

const DAMAGED_KEPT = 5;
const NOTHING_SAVED: Document = {
  version: 1,
  connections: [],
  shown: null,
  assumptions: {},
  damaged: [],
};

/** The result of loading a saved connection. */
type LoadedProfile =
  | { readonly state: 'none' }
  /** The saved settings could not be parsed and were set aside; the person has to connect again. */
  | { readonly state: 'damaged'; readonly problem: Problem }
  /** Some of its secrets are missing: they were kept in memory only, or the OS store lost them. */
  | {
      readonly state: 'incomplete';
      readonly saved: SavedConnection;
      readonly missing: readonly SecretName[];
      readonly problem: Problem;
    }
  | { readonly state: 'ready'; readonly profile: Profile };

/** The values that Connect saves. */
export interface ProfileToSave {
  readonly address: OperatorAddress;
  readonly credentials: OperatorCredentials;
  readonly customer: ProfileCustomer;
  readonly relay: RelayAccess | null;
}

/** The connections of this laptop. One of them is shown in the window. */
export interface ProfileStore {
  /** The shown connection. Settings that cannot be parsed are set aside. */
  readonly load: () => Promise<LoadedProfile>;
  /** One of the saved connections. */
  readonly loadOne: (id: ConnectionId) => Promise<LoadedProfile>;
  /** All saved connections, in the order in which they were added. */
  readonly list: () => readonly SavedConnection[];
  /** The connection that the window opens with; null = there is none. */
  readonly shown: () => ConnectionId | null;
  /**
   * Adds the connection, or replaces the values of the same customer, and makes it the shown one. `replaces`: a
   * connection that is removed in exchange. Secrets go to the secret store only. ProblemError `customers-full`.
   */
  readonly save: (profile: ProfileToSave, replaces?: ConnectionId | null) => Promise<Profile>;
  /** Makes a saved connection the shown one. ProblemError `not-found`. */
  readonly show: (id: ConnectionId) => void;
  /**
   * Removes one connection, and the secrets that no other connection uses. Its databases stay on disk and are used
   * again after a reconnect.
   */
  readonly remove: (id: ConnectionId) => Promise<void>;
  /** The stored assumptions about the environment at this address. */
  readonly assumptionsAt: (address: OperatorAddress) => Assumptions;
  /** Stores them for every profile of this address; they apply from the next opening. */
  readonly keepAssumptions: (address: OperatorAddress, assumptions: Assumptions) => void;
  /**
   * Removes all connections and all secrets of this laptop. The databases stay on disk and are used again after a
   * reconnect.
   */
  readonly disconnect: () => Promise<void>;
}

/** The id of a saved connection. */
export const idOfSaved = ({
  address,
  customer,
}: Pick<SavedConnection, 'address' | 'customer'>): ConnectionId =>
  connectionIdOf({ address, customerId: customer.id });

/** Makes the store over one settings document and the secret store. */
export function createProfileStore(options: {
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly clock: Clock;
}): ProfileStore {
  const { settings, secrets, clock } = options;

  const read = (): { readonly document: Document; readonly justDamaged: boolean } => {
    const content = settings.read();
    if (content === undefined) return { document: NOTHING_SAVED, justDamaged: false };
    const parsed = document.safeParse(content);
    if (parsed.success) return { document: parsed.data, justDamaged: false };
    const damaged = [{ foundAt: clock.now(), content }];
    return { document: { ...NOTHING_SAVED, damaged }, justDamaged: true };
  };

  /** Only differences from the defaults are written, so that improved defaults apply everywhere. */
  const write = ({ assumptions, ...rest }: Document) => {
    const own = Object.entries(assumptions).map(([key, values]) => [key, differing(values)] as const);
    settings.write({ ...rest, assumptions: Object.fromEntries(own) });
  };

  const loadOne = async (id: ConnectionId): Promise<LoadedProfile> => {
    const { document } = read();
    const saved = document.connections.find((one) => idOfSaved(one) === id);
    if (saved === undefined) return { state: 'none' };
    return completed(saved, secrets, assumptionsIn(document, saved.address));
  };

  /** Deletes the secrets of `gone` that no connection in `left` uses. */
  const forgetUnused = async (gone: SavedConnection, left: readonly SavedConnection[]): Promise<void> => {
    const { address, customer, login } = gone;
    const beside = left.filter((one) => profileKey(one.address) === profileKey(address));
    if (!beside.some((one) => one.customer.id === customer.id))
      await forgetRelayToken(secrets, { address, customerId: customer.id });
    if (!beside.some((one) => one.login === login)) await forgetLogin(secrets, { address, login });
    if (beside.length === 0) await forgetDeviceKey(secrets, address);
  };

  /**
   * The number of the login: that of the same user name at this address. If the secrets of this customer's login
   * are lost, the number is reused, so that its other customers get the retyped secrets too.
   */
  const loginOf = async ({ address, credentials, customer }: ProfileToSave): Promise<number> => {
    const here = read().document.connections.filter((one) => profileKey(one.address) === profileKey(address));
    for (const { login } of here)
      if ((await readUsername(secrets, { address, login })) === credentials.username) return login;
    const before = here.find((one) => one.customer.id === customer.id);
    if (before !== undefined && (await readUsername(secrets, before)) === null) return before.login;
    return Math.max(0, ...here.map(({ login }) => login)) + 1;
  };

  return {
    load: async () => {
      const { document, justDamaged } = read();
      if (justDamaged) {
        write(document);
        return { state: 'damaged', problem: makeProblem('configuration-missing', { name: 'profile' }) };
      }
      return document.shown === null ? { state: 'none' } : loadOne(document.shown);
    },
    loadOne,
    list: () => read().document.connections,
    shown: () => read().document.shown,
    save: async (profile, replaces = null) => {
      const { address, customer, relay } = profile;
      const id = connectionIdOf({ address, customerId: customer.id });
      const isOther = (one: SavedConnection) => idOfSaved(one) !== id && idOfSaved(one) !== replaces;
      const others = read().document.connections.filter(isOther).length;
      if (others >= MOST_CONNECTIONS)
        throw new ProblemError(makeProblem('customers-full', { count: MOST_CONNECTIONS }));
      const login = await loginOf(profile);
      // Secrets are written first: settings without their secrets are worse than secrets without settings.
      await writeSecrets(
        secrets,
        { address, customerId: customer.id, login },
        profile.credentials,
        relay?.relayToken ?? null,
      );
      const kept = read().document;
      const saved = { address, customer, relayUrl: relay?.relayUrl ?? null, login };
      const place = kept.connections.findIndex((one) => !isOther(one));
      const connections = kept.connections.filter(isOther);
      connections.splice(place === -1 ? connections.length : place, 0, saved);
      write({ ...kept, connections, shown: id, damaged: kept.damaged.slice(0, DAMAGED_KEPT) });
      // The secrets of a login that no connection uses any more are deleted.
      for (const gone of kept.connections) if (!isOther(gone)) await forgetUnused(gone, connections);
      return { ...profile, keeping: await secrets.keeping(), assumptions: assumptionsIn(kept, address) };
    },
    show: (id) => {
      const kept = read().document;
      if (!kept.connections.some((one) => idOfSaved(one) === id))
        throw new ProblemError(makeProblem('not-found'));
      write({ ...kept, shown: id });
    },
    remove: async (id) => {
      const kept = read().document;
      const connections = kept.connections.filter((one) => idOfSaved(one) !== id);
      const [first] = connections;
      const shown = kept.shown !== id ? kept.shown : first === undefined ? null : idOfSaved(first);
      write({ ...kept, connections, shown });
      for (const gone of kept.connections) if (idOfSaved(gone) === id) await forgetUnused(gone, connections);
    },
    assumptionsAt: (address) => assumptionsIn(read().document, address),
    keepAssumptions: (address, own) => {
      const kept = read().document;
      write({ ...kept, assumptions: { ...kept.assumptions, [profileKey(address)]: own } });
    },
    disconnect: async () => {
      // Removes the secrets of all profiles, because damaged settings no longer list every profile.
      await secrets.removeAll();
      write({ ...read().document, connections: [], shown: null });
    },
  };
}

function assumptionsIn({ assumptions }: Document, address: OperatorAddress): Assumptions {
  return assumptions[profileKey(address)] ?? standardAssumptions;
}

async function completed(
  saved: SavedConnection,
  secrets: SecretStore,
  assumptions: Assumptions,
): Promise<LoadedProfile> {
  const { address, customer, login, relayUrl } = saved;
  const read = await readSecrets(secrets, { address, customerId: customer.id, login });
  const { 'api-key': apiKey, username, password, 'relay-token': relayToken } = read;
  if (
    apiKey === null ||
    username === null ||
    password === null ||
    (relayUrl !== null && relayToken === null)
  ) {
    const needed: readonly SecretName[] = [
      'api-key',
      'username',
      'password',
      ...(relayUrl === null ? [] : (['relay-token'] as const)),
    ];
    const missing = needed.filter((name) => read[name] === null);
    const problem = makeProblem('configuration-missing', { name: missing.join(', ') });
    return { state: 'incomplete', saved, missing, problem };
  }
  const profile: Profile = {
    address,
    credentials: { apiKey, username, password },
    customer,
    relay: relayUrl === null || relayToken === null ? null : { relayUrl, relayToken },
    keeping: await secrets.keeping(),
    assumptions,
  };
  return { state: 'ready', profile };
}

const names = z.record(z.string(), z.string()).catch({});

/**
 * Customer names by profile. A managed laptop is configured with the customer's number only. The name is stored, so
 * that it is also shown at a start without a network.
 */
export interface CustomerNames {
  readonly known: (address: ProfileIdentity['address'], id: CustomerId) => string | null;
  readonly remember: (address: ProfileIdentity['address'], id: CustomerId, name: string) => void;
}

/** Names over one settings document. */
export function createCustomerNames(settings: SettingsStore): CustomerNames {
  const keyOf = (address: ProfileIdentity['address'], id: CustomerId) => `${profileKey(address)}/${id}`;
  return {
    known: (address, id) => names.parse(settings.read() ?? {})[keyOf(address, id)] ?? null,
    remember: (address, id, name) => {
      settings.write({ ...names.parse(settings.read() ?? {}), [keyOf(address, id)]: name });
    },
  };
}
