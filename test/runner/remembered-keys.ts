import { type BinaryLike, createHash, scrypt as derive, type ScryptOptions } from 'node:crypto';

const known = new Map<string, Promise<Buffer>>();

/**
 * Node's `scrypt` for a process of tests: a key is derived once, at its real costs, and remembered. A file that is locked and
 * opened, and a PIN that is kept and tried, need the same key again.
 */
export function scrypt(
  secret: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: (fault: Error | null, key: Buffer) => void,
): void {
  const name = createHash('sha256')
    .update(JSON.stringify([textOf(secret), textOf(salt), length, options]))
    .digest('base64');
  const key = known.get(name) ?? derived(secret, salt, length, options);
  known.set(name, key);
  key.then(
    (bytes) => done(null, Buffer.from(bytes)),
    (fault: Error) => done(fault, Buffer.alloc(0)),
  );
}

const textOf = (part: BinaryLike): string =>
  typeof part === 'string'
    ? `text ${part}`
    : `bytes ${Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('base64')}`;

function derived(
  secret: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    derive(secret, salt, length, options, (fault, key) => (fault === null ? resolve(key) : reject(fault)));
  });
}
