import { expect, test } from 'vitest';
import { withdrawSecrets } from '../../../electron/profiles/withdraw-secrets.ts';
import { profileVariables } from '../../../electron/profiles/environment-profile.ts';

test('the app keeps its login, and its child processes inherit none', () => {
  const names = Object.keys(profileVariables);
  const environment: Record<string, string | undefined> = Object.fromEntries(
    names.map((name) => [name, `${name} canary`]),
  );
  const held = withdrawSecrets(environment);
  expect(Object.keys(held).sort()).toEqual(names.toSorted((one, other) => (one < other ? -1 : 1)));
  expect(held['BOXWRIGHT_PASSWORD']).toBe('BOXWRIGHT_PASSWORD canary');
  const inherited = names.filter((name) => environment[name] !== undefined);
  expect(inherited.filter((name) => /KEY$|USERNAME|PASSWORD|TOKEN/.test(name))).toEqual([]);
  expect(inherited).toContain('BOXWRIGHT_ENVIRONMENT');
});
