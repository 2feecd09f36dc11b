import type { Variables } from './environment-profile.ts';

/** Variables whose values are secrets. */
const SECRET = [
  'BOXWRIGHT_API_KEY',
  'BOXWRIGHT_USERNAME',
  'BOXWRIGHT_PASSWORD',
  'BOXWRIGHT_RELAY_TOKEN',
] as const;

/**
 * Answers what `environment` held and takes the secrets out of it: every process that is started from here on would
 * inherit them, the window's own included. Call before the first is started.
 */
export function withdrawSecrets(environment: Record<string, string | undefined>): Variables {
  const held = { ...environment };
  for (const name of SECRET) delete environment[name];
  return held;
}
