import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { type HandedJob, NEWEST_FORMAT } from './content.ts';

/*
 * The file format: 7 bytes magic, 1 byte format, 16 bytes salt, 12 bytes nonce, the AES-256-GCM ciphertext, 16 bytes
 * tag. The header is authenticated with the ciphertext. The key is derived from the passphrase by scrypt, whose costs
 * belong to the format. An unknown format is reported before the passphrase is tried.
 */
const NAME = Buffer.from('BWJOB\u0000\u0000', 'latin1');
const HEAD = NAME.length + 1;
const SALT = 16;
const NONCE = 12;
const TAG = 16;
const KEY = 32;
/** 64 MiB and a tenth of a second: expensive for guessing, acceptable for one unlock. */
const COSTS = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const;
const CIPHER = 'aes-256-gcm';

/** Runs on the thread pool, so that windows and queue are not blocked. */
const keyOf = (passphrase: string, salt: Uint8Array): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC').trim(), salt, KEY, COSTS, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });

/** Encrypts a text of a format with a passphrase. */
export async function seal(text: string, passphrase: string, format: HandedJob['version']): Promise<Buffer> {
  const salt = randomBytes(SALT);
  const nonce = randomBytes(NONCE);
  const head = Buffer.concat([NAME, Buffer.of(format), salt, nonce]);
  const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt), nonce);
  cipher.setAAD(head);
  return Buffer.concat([head, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Whether the file starts like a hand-over file. Reading the rest requires the passphrase. */
export function isSealed(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, NAME.length)).equals(NAME);
}

/** Decrypts it. ProblemErrors `hand-over-unreadable` (not such a file), `hand-over-newer`, `hand-over-passphrase`. */
export async function unseal(file: Uint8Array, passphrase: string): Promise<string> {
  const bytes = Buffer.from(file);
  const start = HEAD + SALT + NONCE;
  const format = bytes[NAME.length] ?? 0;
  if (bytes.length < start + TAG || !isSealed(bytes) || format === 0) {
    throw new ProblemError(makeProblem('hand-over-unreadable'));
  }
  if (format > NEWEST_FORMAT) throw new ProblemError(makeProblem('hand-over-newer'));
  const salt = bytes.subarray(HEAD, HEAD + SALT);
  const key = await keyOf(passphrase, salt);
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(start - NONCE, start));
  decipher.setAAD(bytes.subarray(0, start));
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(start, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    // A modified file and a wrong passphrase are deliberately indistinguishable.
    throw new ProblemError(makeProblem('hand-over-passphrase'));
  }
}
