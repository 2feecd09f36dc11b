import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { OperatorAddress } from '../../../shared/domain/profile.ts';
import { CODE_LETTERS } from '../../../shared/domain/laptop-code.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { SecretStore } from '../../base/ports.ts';
import { crewKeyName } from '../../profiles/profile-secrets.ts';

/*
 * The key of the crew: 128 random bits that a supervisor makes on one laptop and types on the others. The relay never has
 * it. Written as 28 letters of the alphabet without look-alikes, in groups of four; the last two check the others.
 */

const KEY_BYTES = 16;
const BITS = 5;
const LETTERS = Math.ceil((KEY_BYTES * 8) / BITS);
const CHECKS = 2;
const NONCE = 12;
const TAG = 16;
const CIPHER = 'aes-256-gcm';

/** A key of a crew. Secret: it stays in the main process, except where a supervisor has it shown. */
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

/** Makes a key. */
export function makeCrewKey(): CrewKey {
  const bytes = randomBytes(KEY_BYTES);
  return { text: written(bytes), bytes };
}

/** A key as a person types it: any case, O for 0, I and L for 1, with or without the dashes. Null = no key. */
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

/** The uses of the key. Each has a key of its own, so that a text of one kind cannot pass as another. */
type Use = 'label' | 'content' | 'proof' | 'version';

const keyFor = ({ bytes }: CrewKey, use: Use): Buffer =>
  Buffer.from(hkdfSync('sha256', bytes, '', `boxwright-crew-${use}-1`, 32));

/** Seals a text for the crew. `about`: its subject, which must be the same when it is unsealed. */
export function sealForCrew(key: CrewKey, use: Use, about: readonly unknown[], text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, keyFor(key, use), nonce);
  cipher.setAAD(Buffer.from(JSON.stringify(about), 'utf8'));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
}

/** Unseals it; null for a text of another crew, of another subject, or a changed one. */
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

/** A digest of a content that says nothing to a reader without the key. */
export const versionOf = (key: CrewKey, content: string): string =>
  createHmac('sha256', keyFor(key, 'version')).update(content, 'utf8').digest('hex');

/** The crew's key on this laptop, in its secret store. */
export interface CrewKeeper {
  /** Null = this laptop belongs to no crew. */
  readonly current: () => CrewKey | null;
  /** ProblemError `crew-key-malformed`, `crew-key-there` while the laptop has another one. */
  readonly enter: (typed: string) => Promise<void>;
  /** Makes a new key, also in place of another one. */
  readonly make: () => Promise<CrewKey>;
  readonly clear: () => Promise<void>;
}

/** The key of a run without a secret store: there is none. */
export const noCrewKey: CrewKeeper = {
  current: () => null,
  enter: () => Promise.reject(new ProblemError(makeProblem('crew-key-malformed'))),
  make: () => Promise.reject(new ProblemError(makeProblem('crew-key-malformed'))),
  clear: () => Promise.resolve(),
};

/** Reads the crew's key of this address from the secret store. A failing store has none. */
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
