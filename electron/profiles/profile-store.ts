import { z } from 'zod';
import { type Clock, instant } from '../../shared/time.ts';
import {
  operatorAddress,
  type OperatorAddress,
  type OperatorCredentials,
} from '../../shared/domain/profile.ts';
import { customerId, type CustomerId } from '../../shared/ids.ts';
import {
  type Assumptions,
  assumptionsSchema,
  differing,
  standardAssumptions,
} from '../../shared/operator/assumptions.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import type { SecretStore } from '../base/ports.ts';
import type { Profile, ProfileCustomer, RelayAccess } from './profile.ts';
import { profileKey, type ProfileIdentity } from './profile-folder.ts';
import type { SettingsStore } from './settings-store.ts';

const savedProfile = z.object({
  address: operatorAddress,
  customer: z.object({ id: customerId, name: z.string() }),
  relayUrl: z.string().nullable(),
});
/** The part of the current profile that is not secret. */
type SavedProfile = z.infer<typeof savedProfile>;

/** Settings of an unknown shape, kept as they were found. */
const damagedSettings = z.object({ foundAt: instant, content: z.unknown() });

/** An unreadable value counts as missing, because the profile itself must stay usable. */
const ownAssumptions = assumptionsSchema.catch(standardAssumptions);

const document = z.object({
  version: z.literal(1),
  /** null = not connected. */
  current: savedProfile.nullable(),
  /** By environment and base address; they stay when another login connects in between. */
  assumptions: z.record(z.string(), ownAssumptions).default({}),
  /** Newest first. */
  damaged: z.array(damagedSettings),
});
type Document = z.infer<typeof document>;

const DAMAGED_KEPT = 5;
const NOTHING_SAVED: Document = { version: 1, current: null, assumptions: {}, damaged: [] };

/** The known facts of the saved profile. */
type LoadedProfile =
  | { readonly state: 'none' }
  /** The saved settings could not be parsed; they were set aside, and the person connects again. */
  | { readonly state: 'damaged'; readonly problem: Problem }
  /** The profile is known and some of its secrets are not (kept in memory only, or the OS store lost them). */
  | {
      readonly state: 'incomplete';
      readonly saved: SavedProfile;
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

/** The current profile of this laptop. */
export interface ProfileStore {
  readonly load: () => Promise<LoadedProfile>;
  /** Makes it the current profile. Secrets go to the secret store only. */
  readonly save: (profile: ProfileToSave) => Promise<Profile>;
  /** The names in the environment at this address. */
  readonly assumptionsAt: (address: OperatorAddress) => Assumptions;
  /** Keeps it for every profile of this address, from the next opening on. */
  readonly keepAssumptions: (address: OperatorAddress, assumptions: Assumptions) => void;
  /** Forgets the current profile and every secret of this laptop. Its databases stay and are found again. */
  readonly disconnect: () => Promise<void>;
}

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

  return {
    load: async () => {
      const { document, justDamaged } = read();
      if (justDamaged) {
        write(document);
        return { state: 'damaged', problem: makeProblem('configuration-missing', { name: 'profile' }) };
      }
      const saved = document.current;
      if (saved === null) return { state: 'none' };
      return completed(saved, secrets, assumptionsIn(document, saved.address));
    },
    save: async (profile) => {
      // Secrets are written first: settings that name a profile without its secrets would be worse than the reverse.
      await writeSecrets(secrets, profile.address, profile.credentials, profile.relay);
      const { address, customer, relay } = profile;
      const current = { address, customer, relayUrl: relay?.relayUrl ?? null };
      const kept = read().document;
      const { current: before, damaged } = kept;
      write({ ...kept, current, damaged: damaged.slice(0, DAMAGED_KEPT) });
      // A login that is no longer used is removed from this laptop.
      if (before !== null && profileKey(before.address) !== profileKey(address)) {
        await clearSecrets(secrets, before.address);
      }
      return { ...profile, keeping: await secrets.keeping(), assumptions: assumptionsIn(kept, address) };
    },
    assumptionsAt: (address) => assumptionsIn(read().document, address),
    keepAssumptions: (address, own) => {
      const kept = read().document;
      write({ ...kept, assumptions: { ...kept.assumptions, [profileKey(address)]: own } });
    },
    disconnect: async () => {
      // Removes the secrets of all profiles: damaged settings no longer tell which profile the others belong to.
      await secrets.removeAll();
      write({ ...read().document, current: null });
    },
  };
}

function assumptionsIn({ assumptions }: Document, address: OperatorAddress): Assumptions {
  return assumptions[profileKey(address)] ?? standardAssumptions;
}

async function completed(
  saved: SavedProfile,
  secrets: SecretStore,
  assumptions: Assumptions,
): Promise<LoadedProfile> {
  const read = await readSecrets(secrets, saved.address);
  const { 'api-key': apiKey, username, password, 'relay-token': relayToken } = read;
  const { relayUrl } = saved;
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
    address: saved.address,
    credentials: { apiKey, username, password },
    customer: saved.customer,
    relay: relayUrl === null || relayToken === null ? null : { relayUrl, relayToken },
    keeping: await secrets.keeping(),
    assumptions,
  };
  return { state: 'ready', profile };
}

const secretNames = ['api-key', 'username', 'password', 'relay-token'] as const;
/** The pair that signs for this laptop, beside the credentials; made by the app, never asked for. */
type DeviceKeyName = 'device-key';
/** One secret of a profile. */
type SecretName = (typeof secretNames)[number];

/** The secrets that are there. */
type ReadSecrets = Readonly<Record<SecretName, string | null>>;

type Place = Pick<OperatorAddress, 'environment' | 'baseUrl'>;

/**
 * `uat-3f2a…/password`: per environment and base address, so that a login of one never reaches the other. The address is
 * hashed because stores read dots in a key as a path.
 */
export function secretKey(address: Place, name: SecretName | DeviceKeyName): string {
  return `${profileKey(address)}/${name}`;
}

/** Reads all secrets of a profile; null for each that is not there. */
async function readSecrets(secrets: SecretStore, address: Place): Promise<ReadSecrets> {
  const read = (name: SecretName): Promise<string | null> => secrets.read(secretKey(address, name));
  return {
    'api-key': await read('api-key'),
    username: await read('username'),
    password: await read('password'),
    'relay-token': await read('relay-token'),
  };
}

/** Writes all secrets of a profile. Without a relay an older relay token is forgotten: it belongs to another relay. */
async function writeSecrets(
  secrets: SecretStore,
  address: Place,
  credentials: OperatorCredentials,
  relay: RelayAccess | null,
): Promise<void> {
  await secrets.write(secretKey(address, 'api-key'), credentials.apiKey);
  await secrets.write(secretKey(address, 'username'), credentials.username);
  await secrets.write(secretKey(address, 'password'), credentials.password);
  const relayToken = secretKey(address, 'relay-token');
  if (relay === null) await secrets.forget(relayToken);
  else await secrets.write(relayToken, relay.relayToken);
}

/** Forgets all secrets of a profile. */
async function clearSecrets(secrets: SecretStore, address: Place): Promise<void> {
  for (const name of [...secretNames, 'device-key'] as const) await secrets.forget(secretKey(address, name));
}

const names = z.record(z.string(), z.string()).catch({});

/**
 * Customer names by profile. A managed laptop has its customer's number only; people know the name, also at the
 * next start without a network.
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
