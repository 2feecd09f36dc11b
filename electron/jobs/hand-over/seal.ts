import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';

/*
 * The file: 8 bytes that name it and its version, 16 of salt, 12 of nonce, the AES-256-GCM text, 16 of tag. The head is
 * authenticated with the text. The key is scrypt's of the passphrase; its costs belong to the version.
 */
const HEAD = Buffer.from('BWJOB\u0000\u0000\u0001', 'latin1');
const SALT = 16;
const NONCE = 12;
const TAG = 16;
const KEY = 32;
/** 64 MiB and a tenth of a second: a guess is dear, an unlocking is not. */
const COSTS = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const;
const CIPHER = 'aes-256-gcm';

const keyOf = (passphrase: string, salt: Uint8Array) =>
  scryptSync(passphrase.normalize('NFKC').trim(), salt, KEY, COSTS);

/** Locks a text with a passphrase. */
export function seal(text: string, passphrase: string): Buffer {
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const head = Buffer.concat([HEAD, salt, nonce]);
  const cipher = createCipheriv(CIPHER, keyOf(passphrase, salt), nonce);
  cipher.setAAD(head);
  return Buffer.concat([head, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Unlocks it. ProblemError `hand-over-unreadable` (no such file, or of a newer app), `hand-over-passphrase`. */
export function unseal(file: Uint8Array, passphrase: string): string {
  const bytes = Buffer.from(file);
  const start = HEAD.length + SALT + NONCE;
  if (bytes.length < start + TAG || !bytes.subarray(0, HEAD.length).equals(HEAD)) {
    throw new ProblemError(makeProblem('hand-over-unreadable'));
  }
  const salt = bytes.subarray(HEAD.length, HEAD.length + SALT);
  const decipher = createDecipheriv(CIPHER, keyOf(passphrase, salt), bytes.subarray(start - NONCE, start));
  decipher.setAAD(bytes.subarray(0, start));
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(start, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    // A changed file and another passphrase look the same, on purpose.
    throw new ProblemError(makeProblem('hand-over-passphrase'));
  }
}
