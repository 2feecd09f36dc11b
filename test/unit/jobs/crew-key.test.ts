import { describe, expect, it } from 'vitest';
import {
  makeCrewKey,
  openCrewKey,
  sealForCrew,
  typedCrewKey,
  unsealForCrew,
  versionOf,
} from '../../../electron/jobs/rescue/crew-key.ts';
import type { SecretStore } from '../../../electron/base/ports.ts';
import { ProblemError } from '../../../shared/problem.ts';

const address = { environment: 'uat', baseUrl: 'https://operator.test' } as const;

function storeOf(kept = new Map<string, string>()): SecretStore {
  return {
    keeping: () => Promise.resolve('os-store'),
    read: (key) => Promise.resolve(kept.get(key) ?? null),
    write: (key, value) => Promise.resolve(void kept.set(key, value)),
    forget: (key) => Promise.resolve(void kept.delete(key)),
    removeAll: () => Promise.resolve(kept.clear()),
  };
}

describe('the key of a crew', () => {
  it('is typed in any spelling, and a wrong letter passes once in a thousand keys', () => {
    let passed = 0;
    for (let n = 0; n < 50; n += 1) {
      const key = makeCrewKey();
      expect(key.text).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
      const typed = ` ${key.text.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
      expect(typedCrewKey(typed)).toEqual({ text: key.text, bytes: Buffer.from(key.bytes) });
      const first = key.text.startsWith('A') ? 'B' : 'A';
      if (typedCrewKey(first + key.text.slice(1)) !== null) passed += 1;
    }
    // The keys are random: more than three of fifty come once in five million runs.
    expect(passed).toBeLessThanOrEqual(3);
    expect(typedCrewKey('')).toBeNull();
    expect(typedCrewKey('A'.repeat(5000))).toBeNull();
  });

  it('opens a text only for its use and its subject, and only unchanged', () => {
    const key = makeCrewKey();
    const sealed = sealForCrew(key, 'content', ['uat', 4711, 'job', 1], 'words');
    expect(unsealForCrew(key, 'content', ['uat', 4711, 'job', 1], sealed)).toBe('words');
    expect(unsealForCrew(key, 'label', ['uat', 4711, 'job', 1], sealed)).toBeNull();
    expect(unsealForCrew(key, 'content', ['uat', 4711, 'job', 2], sealed)).toBeNull();
    expect(unsealForCrew(makeCrewKey(), 'content', ['uat', 4711, 'job', 1], sealed)).toBeNull();
    const bytes = Buffer.from(sealed, 'base64');
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    expect(unsealForCrew(key, 'content', ['uat', 4711, 'job', 1], bytes.toString('base64'))).toBeNull();
    expect(unsealForCrew(key, 'content', [], '')).toBeNull();
    expect(versionOf(key, 'words')).not.toBe(versionOf(makeCrewKey(), 'words'));
  });

  it('stays in the secret store, is not replaced by typing, and is cleared on leaving', async () => {
    const secrets = storeOf();
    const first = await openCrewKey(secrets, address);
    expect(first.current()).toBeNull();
    const made = await first.make();
    const again = await openCrewKey(secrets, address);
    expect(again.current()?.text).toBe(made.text);
    await again.enter(made.text);
    const codeOf = async (work: Promise<void>) => {
      const cause: unknown = await work.catch((reason: unknown) => reason);
      return cause instanceof ProblemError ? cause.problem.code : null;
    };
    expect(await codeOf(again.enter(makeCrewKey().text))).toBe('crew-key-there');
    expect(await codeOf(again.enter('no key'))).toBe('crew-key-malformed');
    await again.clear();
    expect((await openCrewKey(secrets, address)).current()).toBeNull();
  });
});
