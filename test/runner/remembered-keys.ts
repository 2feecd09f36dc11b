import { type BinaryLike, createHash, scrypt as derive, type ScryptOptions } from 'node:crypto';

const derivedKeys = new Map<string, Promise<Buffer>>();

/**
 * Node's `scrypt` for a process of tests: a key is derived once, at its real costs, and remembered. A file that is locked and
 * opened, and a PIN that is kept and tried, need the same key again.
 */
export function scrypt(
  secret: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  done: Done,
): void {
  const name = createHash('sha256')
    .update(JSON.stringify([textOf(secret), textOf(salt), length, options]))
    .digest('base64');
  const key = derivedKeys.get(name) ?? derived(secret, salt, length, options);
  derivedKeys.set(name, key);
  void report(key, done);
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

type Done = (fault: Error | null, key: Buffer) => void;

/** A copy for each caller: one may overwrite its key. */
async function report(key: Promise<Buffer>, done: Done): Promise<void> {
  const [fault, bytes] = await key.then(
    (known) => [null, Buffer.from(known)] as const,
    (reason: unknown) =>
      [reason instanceof Error ? reason : new Error(String(reason)), Buffer.alloc(0)] as const,
  );
  done(fault, bytes);
}
