import type { OperatorCredentials } from '../../shared/domain/profile.ts';
import type { SecretStore } from '../base/ports.ts';
import { profileKey, type ProfileIdentity } from './profile-folder.ts';

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
