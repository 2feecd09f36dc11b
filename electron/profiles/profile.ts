import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type {
  OperatorAddress,
  OperatorCredentials,
  ProfileView,
  SecretKeeping,
} from '../../shared/domain/profile.ts';
import { type CustomerId, type ConnectionId, connectionId, environment } from '../../shared/ids.ts';
import type { Assumptions } from '../../shared/operator/assumptions.ts';
import { withoutTrailingSlashes } from '../../shared/addresses.ts';
import { asFileProblem } from '../db/file-problem.ts';
import type { Log, SecretStore } from '../base/ports.ts';
import { type KeyedSettings, openKeyedSettings } from './settings-store.ts';

/* A profile: its settings, the part that the window may know, its folder, and the names of its secrets. */

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

/** The operator's address and the customer: together they identify a profile's data. */
export interface ProfileIdentity {
  readonly address: Pick<OperatorAddress, 'environment' | 'baseUrl'>;
  readonly customerId: CustomerId;
}

/** The folder and files of a profile. The paths are absolute when the data folder is. */
export interface ProfileFolder {
  readonly folder: string;
  readonly queueFile: string;
  readonly directoryFile: string;
  /** The supervisors' copies, built from the logs when they are first needed. */
  readonly supervisionFile: string;
  /** Photos and documents; created with the first file. */
  readonly attachmentsFolder: string;
  /** Files of fitting instructions; created with the first file. */
  readonly instructionsFolder: string;
  /** Files that published checklists name; created with the first file. */
  readonly publicationsFolder: string;
}

/** Names, plates and VINs are personal data, so only the account's owner may read them. */
const OWNER_ONLY = 0o700;
const HASH_LENGTH = 12;

/**
 * `uat-3f2a…`: the environment and a short hash of the base address. Case of the host, a default port and trailing
 * slashes make no difference, so the same address typed differently finds the same data.
 */
export function profileKey({ environment, baseUrl }: ProfileIdentity['address']): string {
  const url = new URL(baseUrl);
  const sameAddress = `${url.origin}${withoutTrailingSlashes(url.pathname)}`;
  const hash = createHash('sha256').update(sameAddress).digest('hex').slice(0, HASH_LENGTH);
  return `${environment}-${hash}`;
}

/** The id of a profile's connection. Two logins at one address and customer are the same connection. */
export function connectionIdOf({ address, customerId }: ProfileIdentity): ConnectionId {
  return connectionId.parse(`${profileKey(address)}/${customerId}`);
}

/** The paths of a profile and customer. Creates nothing. */
export function profileFolder(dataDir: string, { address, customerId }: ProfileIdentity): ProfileFolder {
  const folder = join(dataDir, 'profiles', profileKey(address), String(customerId));
  return {
    folder,
    queueFile: join(folder, 'queue.db'),
    directoryFile: join(folder, 'directory.db'),
    supervisionFile: join(folder, 'supervision.db'),
    attachmentsFolder: join(folder, 'attachments'),
    instructionsFolder: join(folder, 'instructions'),
    publicationsFolder: join(folder, 'publications'),
  };
}

/**
 * The same folder, created where it is missing and readable by its owner only, even if an earlier mode was wider.
 * ProblemErrors `folder-read-only`, `not-saved-disk-full`.
 */
export function makeProfileFolder(dataDir: string, identity: ProfileIdentity): ProfileFolder {
  const place = profileFolder(dataDir, identity);
  const profiles = join(dataDir, 'profiles');
  for (const folder of [dataDir, profiles, join(profiles, profileKey(identity.address)), place.folder]) {
    asFileProblem(folder, () => {
      mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
      // The data folder itself may be chosen by the person and keeps its own mode.
      if (folder !== dataDir) chmodSync(folder, OWNER_ONLY);
    });
  }
  return place;
}

const loginNames = ['api-key', 'username', 'password'] as const;
/** One secret of a connection. */
export type SecretName = (typeof loginNames)[number] | 'relay-token';

/** The stored secrets of a connection; null = missing. */
export type ReadSecrets = Readonly<Record<SecretName, string | null>>;

type Place = ProfileIdentity['address'];

/**
 * Identifies the secrets of a connection. Its login is shared by the customers of that login; the relay's token is
 * not.
 */
export interface SecretPlace extends ProfileIdentity {
  /** The number of the login at this address. */
  readonly login: number;
}

/**
 * `uat-3f2a…/device-key`: one key pair per environment and base address, with which this laptop signs. The app
 * creates it. The address is hashed because stores read dots in a key as a path.
 */
export const deviceKeyName = (address: Place): string => `${profileKey(address)}/device-key`;

/** The key of the laptop's crew at this address (electron/jobs/rescue). */
export const crewKeyName = (address: Place): string => `${profileKey(address)}/crew-key`;

/** `uat-3f2a…/1/password`: includes environment and address, so that a login never reaches another operator. */
const loginKey = ({ address, login }: Omit<SecretPlace, 'customerId'>, name: (typeof loginNames)[number]) =>
  `${profileKey(address)}/${login}/${name}`;

/** `uat-3f2a…/customer-4711/relay-token`: one token per customer of this laptop. */
const relayTokenKey = ({ address, customerId }: ProfileIdentity) =>
  `${profileKey(address)}/customer-${customerId}/relay-token`;

const PROXY = 'proxy/';
/** One login per proxy. */
export const proxyLoginName = (proxy: string): string => `${PROXY}${proxy}`;

const ofAddress = new RegExp(
  `^(?:${environment.options.join('|')})-[0-9a-f]{${HASH_LENGTH}}/` +
    `(?:device-key|crew-key|\\d+/(?:${loginNames.join('|')})|customer-\\d+/relay-token)$`,
);
/** Whether this version gives a secret such a name, for any environment, address, customer or proxy. */
const isSecretName = (name: string): boolean => name.startsWith(PROXY) || ofAddress.test(name);

/** Opens the file of the encrypted secrets of all profiles. */
export const openSecretsFile = (dataDir: string, log: Log): KeyedSettings =>
  openKeyedSettings(dataDir, 'secrets', log, isSecretName);

/** Reads all secrets of a connection; null for each missing one. */
export async function readSecrets(secrets: SecretStore, place: SecretPlace): Promise<ReadSecrets> {
  return {
    'api-key': await secrets.read(loginKey(place, 'api-key')),
    username: await secrets.read(loginKey(place, 'username')),
    password: await secrets.read(loginKey(place, 'password')),
    'relay-token': await secrets.read(relayTokenKey(place)),
  };
}

/**
 * Writes all secrets of a connection. Without a relay an older relay token is deleted, because it belongs to
 * another relay.
 */
export async function writeSecrets(
  secrets: SecretStore,
  place: SecretPlace,
  { apiKey, username, password }: OperatorCredentials,
  relayToken: string | null,
): Promise<void> {
  await secrets.write(loginKey(place, 'api-key'), apiKey);
  await secrets.write(loginKey(place, 'username'), username);
  await secrets.write(loginKey(place, 'password'), password);
  if (relayToken === null) await forgetRelayToken(secrets, place);
  else await secrets.write(relayTokenKey(place), relayToken);
}

/** The user name of a login; null where it is missing on this laptop. */
export const readUsername = (
  secrets: SecretStore,
  login: Omit<SecretPlace, 'customerId'>,
): Promise<string | null> => secrets.read(loginKey(login, 'username'));

/** Deletes the relay's token of one customer. */
export const forgetRelayToken = (secrets: SecretStore, place: ProfileIdentity): Promise<void> =>
  secrets.forget(relayTokenKey(place));

/** Deletes API key, user name and password of a login. */
export async function forgetLogin(
  secrets: SecretStore,
  login: Omit<SecretPlace, 'customerId'>,
): Promise<void> {
  for (const name of loginNames) await secrets.forget(loginKey(login, name));
}

/** Deletes the key pair and the crew's key of an address. */
export const forgetDeviceKey = async (secrets: SecretStore, address: Place): Promise<void> => {
  await secrets.forget(deviceKeyName(address));
  await secrets.forget(crewKeyName(address));
};
