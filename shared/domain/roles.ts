import { z } from 'zod';
import type { RelayRole } from '../relay/access.ts';

/** The roles of a window, from the fewest acts to all of them. Each role may do all that the ones before it may. */
export const role = z.enum(['installer', 'lead', 'supervisor', 'administrator']);
export type Role = z.infer<typeof role>;
const order: readonly Role[] = role.options;

/** May `own` do what needs at least `least`? */
export const reaches = (own: Role, least: Role): boolean => order.indexOf(own) >= order.indexOf(least);

/** The lower of two roles. */
export const lower = (one: Role, other: Role): Role => (reaches(one, other) ? other : one);

/** Everything that says which role a window has, as it is known at this moment. */
export interface RoleSources {
  /** Of the relay's token, as the relay answered it last; `unknown` = it has not, or refused the token; null = no relay. */
  readonly token: RelayRole | 'unknown' | null;
  /** The policy's role; null = it names none. */
  readonly policy: Role | null;
  /** The laptop's administrator PIN; `raised` = it was entered a short while ago. One that cannot be read is `set`. */
  readonly pin: 'none' | 'set' | 'raised';
}

/** The role that a token of the relay gives its laptop; one that the relay has not named is an installer's. */
const ofToken: Readonly<Record<RelayRole | 'unknown', Role>> = {
  unknown: 'installer',
  installer: 'installer',
  supervisor: 'supervisor',
  admin: 'administrator',
};

/**
 * The role in force. The PIN raises to administrator, and nothing goes above the policy. Without any source a laptop is a workshop of
 * one person, who may do everything.
 */
export function roleOf({ token, policy, pin }: RoleSources): Role {
  if (pin === 'raised') return policy ?? 'administrator';
  if (token === null) return policy ?? (pin === 'none' ? 'administrator' : 'installer');
  // The relay makes no difference between an installer and a lead installer; the policy does.
  if (token === 'installer' && policy === 'lead') return 'lead';
  return lower(ofToken[token], policy ?? 'administrator');
}

/** Is this a laptop on which others' work is supervised? A workshop of one person begins at its own work. */
export function startsAtBoard(sources: RoleSources): boolean {
  const ordinary: RoleSources = { ...sources, pin: 'none' };
  const named = sources.token !== null || sources.policy !== null;
  return named && reaches(roleOf(ordinary), 'supervisor');
}
