import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Clock, MINUTE, SECOND } from '../../shared/time.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { pin as pinShape } from '../../shared/domain/people.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';

/* The secrets of people on this laptop: PINs and badges, stored sealed, and the count of wrong tries. */

/**
 * Number of consecutive wrong entries after which each further entry waits. Trying all four-digit PINs then takes
 * weeks.
 */
const WRONG_IN_A_ROW = 5;
const FIRST_PAUSE_MS = 30 * SECOND;
const LONGEST_PAUSE_MS = 8 * MINUTE;

const document = z.object({
  wrong: z.array(z.object({ of: z.string(), count: z.int().positive() })),
});

/** Counts wrong PINs and passwords per subject. Counts and pauses survive a restart. */
export interface AttemptCounter {
  /** ProblemError `pin-wait` while the subject's pause lasts. */
  readonly refuseInPause: (subject: string) => void;
  /** Runs `verify`, counts a wrong entry and returns the result. ProblemError `pin-wait`: `verify` was not called. */
  readonly attempt: (subject: string, verify: () => Promise<boolean>) => Promise<boolean>;
  /** Removes the counts of a deleted subject. */
  readonly forget: (subject: string) => void;
}

/** Tests a password against the operator's login. Throws ProblemErrors `lock-login-wrong`, `pin-wait`. */
export async function proveLogin(
  tries: Pick<AttemptCounter, 'attempt'>,
  kept: string,
  typed: string,
): Promise<void> {
  if (!(await tries.attempt('login', async () => isPassword(kept, typed))))
    throw new ProblemError(makeProblem('lock-login-wrong'));
}

/** Creates the counter over its own settings document. */
export function createAttemptCounter({
  settings,
  clock,
}: {
  readonly settings: SettingsStore;
  readonly clock: Clock;
}): AttemptCounter {
  const startedAt = clock.passed();
  const found = document.safeParse(settings.read());
  const wrong = new Map(
    (found.success ? found.data.wrong : []).map(({ of, count }) => [of, { count, at: startedAt }]),
  );

  const keep = (): void => {
    try {
      settings.write({ wrong: [...wrong].map(([of, { count }]) => ({ of, count })) });
    } catch (cause) {
      // A full disk locks no person out: this run keeps the count in memory.
      if (!(cause instanceof ProblemError)) throw cause;
    }
  };
  const forget = (subject: string): void => {
    if (wrong.delete(subject)) keep();
  };
  const refuseInPause = (subject: string): void => {
    const before = wrong.get(subject);
    if (before === undefined || before.count < WRONG_IN_A_ROW) return;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (before.count - WRONG_IN_A_ROW), LONGEST_PAUSE_MS);
    const left = before.at + pause - clock.passed();
    if (left > 0) throw new ProblemError(makeProblem('pin-wait', { seconds: Math.ceil(left / SECOND) }));
  };
  return {
    refuseInPause,
    attempt: async (subject, verify) => {
      refuseInPause(subject);
      // Counted before the slow hash, so that concurrent attempts, or attempts ended by closing the app, count too.
      wrong.set(subject, { count: (wrong.get(subject)?.count ?? 0) + 1, at: clock.passed() });
      keep();
      const right = await verify();
      if (right) forget(subject);
      return right;
    },
    forget,
  };
}

const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The costs of scrypt: the base 2 logarithm of N, the block size and the parallelism. */
interface Costs {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}
/**
 * 32 MiB per guess. A PIN has few digits: higher costs would not stop an attacker who has the file, and would delay
 * unlocking.
 */
const COSTS: Costs = { ln: 15, r: 8, p: 1 };
/** Node's defaults, used by the earlier format, which did not store its costs. */
const COSTS_BEFORE: Costs = { ln: 14, r: 8, p: 1 };
/** Upper bound of costs that a file may demand: 128 MiB, and eight times the time of `COSTS`. */
const HIGHEST: Costs = { ln: 17, r: 8, p: 2 };
const LOWEST: Costs = { ln: 14, r: 8, p: 1 };

/** The PHC string format: algorithm, costs, salt and hash. */
const NAMED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Parses a typed new PIN. ProblemError `pin-malformed`. */
export function readPin(typed: string): string {
  const read = pinShape.safeParse(typed.trim());
  if (!read.success) throw new ProblemError(makeProblem('pin-malformed'));
  return read.data;
}

/** Seals a PIN by scrypt; the stored text names the costs. Slow on purpose; runs off the main thread. */
export async function sealPin(pin: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await slowHash(pin, salt, COSTS);
  return `$scrypt$${wordsOf(COSTS)}$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Tests a PIN against its sealed form. False also for an unknown form, or one whose costs are out of bounds. */
export async function isPin(kept: string, pin: string): Promise<boolean> {
  const read = readKept(kept);
  if (read === null) return false;
  const given = await slowHash(pin, read.salt, read.costs);
  return read.hash.length === given.length && timingSafeEqual(read.hash, given);
}

/** Whether a sealed PIN was made with other costs than today's, or in the earlier format. */
export function isSealedOtherwise(kept: string): boolean {
  return !kept.startsWith(`$scrypt$${wordsOf(COSTS)}$`);
}

interface Kept {
  readonly costs: Costs;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

function readKept(kept: string): Kept | null {
  if (!kept.startsWith('$')) {
    const [salt = '', hash = ''] = kept.split('.');
    const bytes = (text: string) => Buffer.from(text, 'base64url');
    return { costs: COSTS_BEFORE, salt: bytes(salt), hash: bytes(hash) };
  }
  const [, ln, r, p, salt = '', hash = ''] = NAMED.exec(kept) ?? [];
  const costs: Costs = { ln: Number(ln), r: Number(r), p: Number(p) };
  if (!(['ln', 'r', 'p'] as const).every((of) => costs[of] >= LOWEST[of] && costs[of] <= HIGHEST[of]))
    return null;
  return { costs, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

const wordsOf = ({ ln, r, p }: Costs): string => `ln=${ln},r=${r},p=${p}`;
const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/**
 * Seals a badge with this laptop's key, so that the stored text is useless elsewhere. Blanks, dashes and case make
 * no difference.
 */
export function sealBadge(key: string, code: string): string {
  const folded = code.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  return createHmac('sha256', key).update(folded).digest('base64url');
}

/** Compares passwords in constant time. */
function isPassword(kept: string, typed: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(kept), digest(typed));
}

/** Creates the key that seals this laptop's badges. */
export function newBadgeKey(): string {
  return randomBytes(HASH_BYTES).toString('base64url');
}

function slowHash(pin: string, salt: Buffer, { ln, r, p }: Costs): Promise<Buffer> {
  const N = 2 ** ln;
  // scrypt needs 128 * N * r bytes and a little more.
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, options, (error, hash) => (error === null ? resolve(hash) : reject(error)));
  });
}
