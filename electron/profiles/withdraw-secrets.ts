import type { Variables } from './environment-profile.ts';

/** Variables whose values are secrets. */
const SECRET = [
  'BOXWRIGHT_API_KEY',
  'BOXWRIGHT_USERNAME',
  'BOXWRIGHT_PASSWORD',
  'BOXWRIGHT_RELAY_TOKEN',
] as const;

/**
 * Removes the secrets from `environment` and returns its original values. Every child process, including the window's,
 * would inherit them. Call it before the first process is started.
 */
export function withdrawSecrets(environment: Record<string, string | undefined>): Variables {
  const held = { ...environment };
  for (const name of SECRET) delete environment[name];
  return held;
}
