import type { OperatorAddress } from '../../shared/domain/profile.ts';
import type { NewDeviceKey } from '../../shared/relay/access.ts';
import type { SecretStore } from '../base/ports.ts';
import { secretKey } from '../profiles/profile-store.ts';
import { createSigner, keyPair, makeKeyPair, type KeyPair, type Signer } from './signing.ts';

/** This laptop's key of one profile. */
export interface DeviceKey {
  readonly signer: Signer;
  /** `memory`: another one is made at the next start of the app. */
  readonly storage: NewDeviceKey['storage'];
}

/** A key that nothing keeps: for runs without a secret store. */
export const temporaryDeviceKey = (): DeviceKey => ({
  signer: createSigner(makeKeyPair()),
  storage: 'memory',
});

/**
 * Reads the key of this address from the secret store, and makes one where there is none yet or the store no longer gives a sound one. Where
 * secrets are only kept in memory the key is as well, and says so.
 */
export async function openDeviceKey(
  secrets: SecretStore,
  address: Pick<OperatorAddress, 'environment' | 'baseUrl'>,
): Promise<DeviceKey> {
  const name = secretKey(address, 'device-key');
  try {
    const storage = (await secrets.keeping()) === 'os-store' ? 'secret-store' : 'memory';
    const kept = soundPair(await secrets.read(name));
    if (kept !== null) return { signer: createSigner(kept), storage };
    const made = makeKeyPair();
    await secrets.write(name, JSON.stringify(made));
    return { signer: createSigner(made), storage };
  } catch {
    // A store that fails must not stop the working day.
    return temporaryDeviceKey();
  }
}

function soundPair(text: string | null): KeyPair | null {
  if (text === null) return null;
  try {
    const pair = keyPair.parse(JSON.parse(text));
    createSigner(pair);
    return pair;
  } catch {
    return null;
  }
}
