import { createHash } from 'node:crypto';
import type { OperatorAddress } from '../../shared/domain/profile.ts';
import { type NewDeviceKey, deviceKey } from '../../shared/relay/access.ts';
import type { Clock } from '../../shared/time.ts';
import { canonicalKeyProof } from '../../shared/relay/signing.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { SecretStore } from '../base/ports.ts';
import { deviceKeyName } from '../profiles/profile.ts';
import type { Database } from '../db/open.ts';
import { noteDeviceKey } from '../db/tables/queue/device-keys.ts';
import type { RelayClient } from '../relay/client.ts';
import type { RelayOwner } from '../relay/queries-and-answers.ts';
import type { RelayError } from '../relay/relay-error.ts';
import { createSigner, keyPair, makeKeyPair, type KeyPair, type Signer } from './signatures.ts';

/** This laptop's key of one profile. */
export interface DeviceKey {
  readonly signer: Signer;
  /** `memory`: another one is made at the next start of the app. */
  readonly storage: NewDeviceKey['storage'];
}

/** A key that is not stored, for runs without a secret store. */
export const temporaryDeviceKey = (): DeviceKey => ({
  signer: createSigner(makeKeyPair()),
  storage: 'memory',
});

/**
 * Reads the key of this address from the secret store. Creates a key if it is missing or damaged. If the secret
 * store keeps secrets in memory only, `storage` is `memory`.
 */
export async function openDeviceKey(
  secrets: SecretStore,
  address: Pick<OperatorAddress, 'environment' | 'baseUrl'>,
): Promise<DeviceKey> {
  const name = deviceKeyName(address);
  try {
    const storage = (await secrets.keeping()) === 'os-store' ? 'secret-store' : 'memory';
    const kept = soundPair(await secrets.read(name));
    if (kept !== null) return { signer: createSigner(kept), storage };
    const made = makeKeyPair();
    await secrets.write(name, JSON.stringify(made));
    return { signer: createSigner(made), storage };
  } catch {
    // A failing secret store must not stop the work.
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

/** The exchange of keys with the relay: registers this laptop's key, and reads those of the other laptops. */
export interface KeyExchange {
  /** Registers this laptop's key, once until `doubt`. A relay without keys is not a failure. */
  readonly register: (signal: AbortSignal) => Promise<Result<void, RelayError>>;
  /** Reads the keys of all laptops of the customer and pins those that are new. */
  readonly refresh: (signal: AbortSignal) => Promise<Result<void, RelayError>>;
  /** The relay refused a signature, or may have been set back: the next `register` sends the key again. */
  readonly doubt: () => void;
}

/** Upper bound of pages, far above any customer's registrations, against a relay that never ends the list. */
const MOST_PAGES = 100;

/** Creates the exchange. No request is made before `register` or `refresh`. */
export function createKeyExchange(parts: {
  /** Null = there is no relay, so nothing is exchanged. */
  readonly client: Pick<RelayClient, 'putDeviceKey' | 'deviceKeys'> | null;
  readonly token: string;
  readonly key: DeviceKey;
  readonly owner: RelayOwner;
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
}): KeyExchange {
  const { client, database, clock, owner } = parts;
  const { signer, storage } = parts.key;
  const tokenHash = createHash('sha256').update(parts.token).digest('hex');
  let registered = false;

  const note = (reported: readonly unknown[]): void => {
    // Each registration is parsed alone: an unreadable one hides no other.
    const keys = reported.flatMap((one) => deviceKey.safeParse(one).data ?? []);
    if (keys.length === 0) return;
    database.write((context) => {
      const changed = keys.filter((one) => noteDeviceKey(context, one, clock.now()));
      if (changed.length > 0) context.changed('status');
    });
  };

  return {
    register: async (signal) => {
      if (registered || client === null) return ok(undefined);
      const { signature: proof } = signer.sign(canonicalKeyProof({ key: signer.key, storage }, tokenHash));
      const answer = await client.putDeviceKey({ key: signer.key, storage, proof }, signal);
      if (!answer.ok) return answer;
      if (signal.aborted) return ok(undefined);
      registered = true;
      if (answer.value !== null) note([answer.value]);
      return ok(undefined);
    },
    refresh: async (signal) => {
      if (client === null) return ok(undefined);
      for (let after = 0, pages = 0; pages < MOST_PAGES; pages += 1) {
        const page = await client.deviceKeys({ ...owner, after, signal });
        if (!page.ok) return page;
        if (page.value === null || signal.aborted) return ok(undefined);
        note(page.value.keys);
        const { cursor, upToDate } = page.value;
        if (upToDate || cursor <= after) break;
        after = cursor;
      }
      return ok(undefined);
    },
    doubt: () => {
      registered = false;
    },
  };
}
