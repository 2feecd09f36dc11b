import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** 32 MiB for each guess. A PIN has few digits: more would not help who has the file, and would delay who opens the window. */
const COSTS = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;

/** A PIN as it is kept: "salt.hash", both in base64url. Slow on purpose; runs beside the main thread. */
export async function sealPin(pin: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return `${salt.toString('base64url')}.${(await slowHash(pin, salt)).toString('base64url')}`;
}

/** Is this the PIN that was kept? */
export async function isPin(kept: string, pin: string): Promise<boolean> {
  const [salt = '', hash = ''] = kept.split('.');
  const expected = Buffer.from(hash, 'base64url');
  const given = await slowHash(pin, Buffer.from(salt, 'base64url'));
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * A badge as it is kept: known again at once, of no use away from this laptop's key. What a field or a scanner adds
 * (blanks, dashes, case) makes no other badge.
 */
export function sealBadge(key: string, code: string): string {
  const folded = code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  return createHmac('sha256', key).update(folded).digest('base64url');
}

/** Is this that password? Takes as long whatever was typed. */
export function isPassword(kept: string, typed: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(kept), digest(typed));
}

/** The key of a laptop's badges. */
export function newBadgeKey(): string {
  return randomBytes(HASH_BYTES).toString('base64url');
}

function slowHash(pin: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, COSTS, (error, hash) => (error === null ? resolve(hash) : reject(error)));
  });
}
