import type { OperatorAddress, OperatorCredentials } from '../../shared/domain/profile.ts';
import type { SecretStore } from '../base/ports.ts';
import type { RelayAccess } from './profile.ts';
import { profileKey } from './profile-folder.ts';

const secretNames = ['api-key', 'username', 'password', 'relay-token'] as const;
/** The pair that signs for this laptop, beside the credentials; made by the app, never asked for. */
type DeviceKeyName = 'device-key';
/** One secret of a profile. */
export type SecretName = (typeof secretNames)[number];

/** The secrets that are there. */
export type ReadSecrets = Readonly<Record<SecretName, string | null>>;

type Place = Pick<OperatorAddress, 'environment' | 'baseUrl'>;

/**
 * `uat-3f2a…/password`: per environment and base address, so that a login of one never reaches the other. The address is
 * hashed because stores read dots in a key as a path.
 */
export function secretKey(address: Place, name: SecretName | DeviceKeyName): string {
  return `${profileKey(address)}/${name}`;
}

/** Reads all secrets of a profile; null for each that is not there. */
export async function readSecrets(secrets: SecretStore, address: Place): Promise<ReadSecrets> {
  const read = (name: SecretName): Promise<string | null> => secrets.read(secretKey(address, name));
  return {
    'api-key': await read('api-key'),
    username: await read('username'),
    password: await read('password'),
    'relay-token': await read('relay-token'),
  };
}

/** Writes all secrets of a profile. Without a relay an older relay token is forgotten: it belongs to another relay. */
export async function writeSecrets(
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
export async function clearSecrets(secrets: SecretStore, address: Place): Promise<void> {
  for (const name of [...secretNames, 'device-key'] as const) await secrets.forget(secretKey(address, name));
}
