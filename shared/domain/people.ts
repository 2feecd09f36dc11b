import { z } from 'zod';
import { personId } from '../ids.ts';
import type { RelayRole } from '../relay/access.ts';
import { instant } from '../time.ts';

/** A person who works at this laptop. PIN and badge never leave the main process. */
export const person = z.object({
  id: personId,
  name: z.string(),
  hasPin: z.boolean(),
  hasBadge: z.boolean(),
});
export type Person = z.infer<typeof person>;

/** Four to eight digits, quick to type with gloves. Wrong entries cause growing pauses. */
export const pin = z.string().regex(/^\d{4,8}$/);

/** How a person signs in. */
export const signIn = z.discriminatedUnion('by', [
  /** A name, typed or tapped. Refused for a person with a PIN. */
  z.object({ by: z.literal('name'), name: z.string().max(20_000) }),
  z.object({ by: z.literal('pin'), person: personId, pin: z.string().max(200) }),
  /** A scanned code. Most codes are not badges, so an unknown code is a normal answer and not an error. */
  z.object({ by: z.literal('badge'), code: z.string().max(2000) }),
]);
export type SignIn = z.infer<typeof signIn>;

/** The changed fields of a person: absent = unchanged, null = removed. */
export const personChange = z.object({
  /** Null = a new person. */
  id: personId.nullable(),
  name: z.string().max(20_000),
  /** The old PIN, where one exists and is changed. */
  oldPin: z.string().max(200).optional(),
  pin: z.string().max(200).nullable().optional(),
  badge: z.string().max(2000).nullable().optional(),
});
export type PersonChange = z.infer<typeof personChange>;

/** The longest name of a person or bay. */
export const LONGEST_WORKER_NAME = 80;

/** The roles of a window, in ascending order. Each role has all rights of the ones before it. */
export const role = z.enum(['installer', 'lead', 'supervisor', 'administrator']);
export type Role = z.infer<typeof role>;
const order: readonly Role[] = role.options;

/** Tests whether the role `own` includes the role `least`. */
export const reaches = (own: Role, least: Role): boolean => order.indexOf(own) >= order.indexOf(least);

/** The lower of two roles. */
export const lower = (one: Role, other: Role): Role => (reaches(one, other) ? other : one);

/** The sources of a window's role, with their present values. */
export interface RoleSources {
  /**
   * The role that the relay last reported for the token; `unknown` = not yet reported, or the token was refused; null =
   * no relay.
   */
  readonly token: RelayRole | 'unknown' | null;
  /** The policy's role; null = it names none. */
  readonly policy: Role | null;
  /**
   * The laptop's administrator PIN; `raised` = it was entered, and the raise has not expired. An unreadable one counts
   * as `set`.
   */
  readonly pin: 'none' | 'set' | 'raised';
}

/** The token's role that gives the fewest rights; null = there is no token. */
export function leastToken(tokens: readonly (RelayRole | 'unknown')[]): RelayRole | 'unknown' | null {
  const [first, ...others] = tokens;
  if (first === undefined) return null;
  return others.reduce((least, one) => (reaches(ofToken[one], ofToken[least]) ? least : one), first);
}

/** The role that a relay token gives its laptop; an unknown one gives an installer's. */
const ofToken: Readonly<Record<RelayRole | 'unknown', Role>> = {
  unknown: 'installer',
  installer: 'installer',
  supervisor: 'supervisor',
  admin: 'administrator',
};

/**
 * The role in force. The PIN raises it to administrator, but never above the policy. A laptop without any source is a
 * one-person workshop with all rights.
 */
export function roleOf({ token, policy, pin }: RoleSources): Role {
  if (pin === 'raised') return policy ?? 'administrator';
  if (token === null) return policy ?? (pin === 'none' ? 'administrator' : 'installer');
  // The relay makes no difference between an installer and a lead installer; the policy does.
  if (token === 'installer' && policy === 'lead') return 'lead';
  return lower(ofToken[token], policy ?? 'administrator');
}

/** Tests whether this laptop supervises the work of others. A one-person workshop starts at its own work. */
export function startsAtBoard(sources: RoleSources): boolean {
  const ordinary: RoleSources = { ...sources, pin: 'none' };
  const named = sources.token !== null || sources.policy !== null;
  return named && reaches(roleOf(ordinary), 'supervisor');
}

/** The acts that are allowed to the person at the window, as main sees it at this moment. */
export const access = z.object({
  role,
  /** Whether this laptop begins at the board of all laptops. */
  startsAtBoard: z.boolean(),
  /** The administrator PIN of this laptop: `raised` = it was entered, until `raisedUntil`. */
  pin: z.enum(['none', 'set', 'raised']),
  raisedUntil: instant.nullable(),
  /** The calls that main refuses regardless of their input. */
  refused: z.array(z.string()),
  /** The refused calls among those whose role depends on the input: main refuses their strictest form. */
  refusedForms: z.array(z.string()),
});
export type Access = z.infer<typeof access>;
