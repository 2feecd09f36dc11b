import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { OperatorAddress } from '../../../shared/domain/profile.ts';
import { CODE_LETTERS } from '../../../shared/relay/access.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { SecretStore } from '../../base/ports.ts';
import { crewKeyName } from '../../profiles/profile.ts';

/*
 * The key of the crew: 128 random bits that a supervisor creates on one laptop and types on the others. The relay never
 * receives it. It is written as 28 letters in groups of four, in an alphabet without look-alikes. The last two letters
 * are a checksum.
 */

const KEY_BYTES = 16;
const BITS = 5;
const LETTERS = Math.ceil((KEY_BYTES * 8) / BITS);
const CHECKS = 2;
const NONCE = 12;
const TAG = 16;
const CIPHER = 'aes-256-gcm';

/** A crew key. Secret: it stays in the main process, except when a supervisor displays it. */
export interface CrewKey {
  readonly text: string;
  readonly bytes: Uint8Array;
}

function lettersOf(bytes: Uint8Array, count: number): string {
  let bits = BigInt(`0x${Buffer.from(bytes).toString('hex')}`) << BigInt(count * BITS - bytes.length * 8);
  let letters = '';
  for (let place = 0; place < count; place += 1) {
    letters = CODE_LETTERS.charAt(Number(bits & 31n)) + letters;
    bits >>= 5n;
  }
  return letters;
}

function written(bytes: Uint8Array): string {
  const check = createHash('sha256').update('boxwright crew key').update(bytes).digest();
  const sum = [check[0] ?? 0, check[1] ?? 0].map((byte) => CODE_LETTERS.charAt(byte % 32)).join('');
  return (lettersOf(bytes, LETTERS) + sum).replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Generates a key. */
export function makeCrewKey(): CrewKey {
  const bytes = randomBytes(KEY_BYTES);
  return { text: written(bytes), bytes };
}

/** Parses a typed key: any case, O for 0, I and L for 1, with or without dashes. Null = invalid. */
export function typedCrewKey(typed: string): CrewKey | null {
  const letters = typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '');
  if (letters.length !== LETTERS + CHECKS) return null;
  let bits = 0n;
  for (const letter of letters.slice(0, LETTERS)) {
    const value = CODE_LETTERS.indexOf(letter);
    if (value < 0) return null;
    bits = (bits << 5n) | BigInt(value);
  }
  bits >>= BigInt(LETTERS * BITS - KEY_BYTES * 8);
  const bytes = Buffer.from(bits.toString(16).padStart(KEY_BYTES * 2, '0'), 'hex');
  const text = written(bytes);
  return text.replaceAll('-', '') === letters ? { text, bytes } : null;
}

/** The purposes of the key. Each has a derived key, so that a text of one kind is not accepted as another. */
type Use = 'label' | 'content' | 'proof' | 'version';

const keyFor = ({ bytes }: CrewKey, use: Use): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, '', `boxwright-crew-${use}-1`, 32));

/** Encrypts a text for the crew. `about`: its subject, which must be the same at decryption. */
export function sealForCrew(key: CrewKey, use: Use, about: readonly unknown[], text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyFor(key, use), nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(about), 'utf8'));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
}

/** Decrypts a text; null if it is of another crew or subject, or was modified. */
export function unsealForCrew(
  key: CrewKey,
  use: Use,
  about: readonly unknown[],
  sealed: string,
): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE + TAG) return null;
  const decipher = createDecipheriv(CIPHER, keyFor(key, use), bytes.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(JSON.stringify(about), 'utf8'));
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** A keyed digest: it reveals nothing to a reader without the key. */
export const versionOf = (key: CrewKey, content: string): string =>
  createHmac('sha256', keyFor(key, 'version')).update(content, 'utf8').digest('hex');

/** The crew's key in this laptop's secret store. */
export interface CrewKeeper {
  /** Null = this laptop belongs to no crew. */
  readonly current: () => CrewKey | null;
  /** ProblemErrors `crew-key-malformed`, `crew-key-there` (the laptop has another key). */
  readonly enter: (typed: string) => Promise<void>;
  /** Generates a new key and replaces an existing one. */
  readonly make: () => Promise<CrewKey>;
  readonly clear: () => Promise<void>;
}

/** The implementation for a run without a secret store: it has no key. */
export const noCrewKey: CrewKeeper = {
  current: () => null,
  enter: () => Promise.reject(new ProblemError(makeProblem('crew-key-malformed'))),
  make: () => Promise.reject(new ProblemError(makeProblem('crew-key-malformed'))),
  clear: () => Promise.resolve(),
};

/** Reads the crew's key of this address from the secret store. A failing store counts as empty. */
export async function openCrewKey(
  secrets: SecretStore,
  address: Pick<OperatorAddress, 'environment' | 'baseUrl'>,
): Promise<CrewKeeper> {
  const name = crewKeyName(address);
  const kept = await secrets.read(name).catch(() => null);
  let current = kept === null ? null : typedCrewKey(kept);
  const keep = async (key: CrewKey) => {
    await secrets.write(name, key.text);
    current = key;
  };
  return {
    current: () => current,
    enter: async (typed) => {
      const key = typedCrewKey(typed);
      if (key === null) throw new ProblemError(makeProblem('crew-key-malformed'));
      if (current !== null && current.text !== key.text) {
        throw new ProblemError(makeProblem('crew-key-there'));
      }
      await keep(key);
    },
    make: async () => {
      const key = makeCrewKey();
      await keep(key);
      return key;
    },
    clear: async () => {
      await secrets.forget(name);
      current = null;
    },
  };
}
