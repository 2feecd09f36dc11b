import { describe, expect, it } from 'vitest';
import {
  lower,
  reaches,
  role,
  type Role,
  roleOf,
  type RoleSources,
  startsAtBoard,
} from '../../../shared/domain/people.ts';
import { relayMe } from '../../../shared/relay/access.ts';

const tokens = [null, 'unknown', 'installer', 'supervisor', 'admin'] as const;
const short: Readonly<Record<string, Role>> = {
  i: 'installer',
  l: 'lead',
  s: 'supervisor',
  a: 'administrator',
};

/** By the policy's role, for each token: without a PIN, with one that is set, and raised by it. */
const expected = {
  none: ['a i a', 'i i a', 'i i a', 's s a', 'a a a'],
  installer: ['i i i', 'i i i', 'i i i', 'i i i', 'i i i'],
  lead: ['l l l', 'i i l', 'l l l', 'l l l', 'l l l'],
  supervisor: ['s s s', 'i i s', 'i i s', 's s s', 's s s'],
  administrator: ['a a a', 'i i a', 'i i a', 's s a', 'a a a'],
} as const;

const cases = Object.entries(expected).flatMap(([policy, rows]) =>
  rows.flatMap((row, at) =>
    row.split(' ').map((letter, pin) => ({
      token: tokens[at] ?? null,
      policy: policy === 'none' ? null : role.parse(policy),
      pin: (['none', 'set', 'raised'] as const)[pin] ?? 'none',
      is: short[letter],
    })),
  ),
);

describe('the role in force', () => {
  it.each(cases)('token $token, policy $policy, PIN $pin: $is', ({ is, ...sources }) => {
    expect(roleOf(sources)).toBe(is);
  });

  it('is never above the policy’s role', () => {
    const above = cases.filter(({ is: _is, ...sources }) =>
      sources.policy === null ? false : !reaches(sources.policy, roleOf(sources)),
    );
    expect(above).toEqual([]);
  });

  it('is an installer’s for a role of the relay that is not known here', () => {
    const me = { name: 'Bay 3', customers: null, now: 1 };
    for (const foreign of ['owner', '__proto__', '', null, 7])
      expect(relayMe.parse({ ...me, role: foreign }).role).toBe('installer');
    expect(relayMe.parse({ ...me, role: 'supervisor' }).role).toBe('supervisor');
  });
});

describe('the order of the roles', () => {
  it('is total: each reaches itself and those before it alone', () => {
    const order = role.options;
    expect(order).toEqual(['installer', 'lead', 'supervisor', 'administrator']);
    order.forEach((own, at) => {
      order.forEach((least, before) => {
        expect({ own, least, may: reaches(own, least) }).toEqual({ own, least, may: before <= at });
        expect(lower(own, least)).toBe(order[Math.min(at, before)]);
      });
    });
  });
});

describe('a window begins at the board of all laptops', () => {
  const none: RoleSources = { token: null, policy: null, pin: 'none' };
  it.each<[string, Partial<RoleSources>, boolean]>([
    ['a workshop of one person', {}, false],
    ['the same with a PIN that was entered', { pin: 'raised' }, false],
    ['an installer', { token: 'installer' }, false],
    ['an installer who entered the PIN', { token: 'installer', pin: 'raised' }, false],
    ['a lead installer', { token: 'installer', policy: 'lead' }, false],
    ['a token of which the relay has said nothing', { token: 'unknown' }, false],
    ['a supervisor', { token: 'supervisor' }, true],
    ['an administrator', { token: 'admin' }, true],
    ['a supervisor by the policy, without a relay', { policy: 'supervisor' }, true],
    ['a supervisor’s token on an installer’s laptop', { token: 'supervisor', policy: 'installer' }, false],
  ])('%s: %#', (_who, sources, expectedPlace) => {
    expect(startsAtBoard({ ...none, ...sources })).toBe(expectedPlace);
  });
});
