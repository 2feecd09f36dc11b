import { scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { createPeople, type People } from '../../../electron/people/people.ts';
import { createPeopleStore } from '../../../electron/people/people-store.ts';
import { createTries } from '../../../electron/people/tries.ts';
import { createSettingsFile } from '../../../electron/profiles/settings-store.ts';
import { ProblemError } from '../../../shared/problem.ts';
import { SECOND } from '../../../shared/time.ts';
import { dataFolder } from '../jobs/bench.ts';

function laptop(folder = dataFolder()) {
  const file = join(folder, 'people.json');
  let passed = 0;
  const people = createPeople({
    store: createPeopleStore(createSettingsFile(file)),
    tries: createTries({
      settings: createSettingsFile(join(folder, 'tries.json')),
      clock: { now: () => 0, passed: () => passed, setTimer: () => () => undefined },
    }),
    newId: () => createIds().person(),
    lockIsOn: () => false,
  });
  return {
    people,
    wait: (ms: number) => {
      passed += ms;
    },
    onDisk: () => readFileSync(file, 'utf8'),
  };
}

async function problemOf(work: Promise<unknown>): Promise<unknown> {
  const caught: unknown = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  return caught instanceof ProblemError ? caught.problem : caught;
}

const withPin = async (people: People, name: string, pin: string) =>
  (await people.keep({ id: null, name, pin })).id;

test('a new name is remembered by working under it', async () => {
  const { people } = laptop();
  expect(await people.signIn({ by: 'name', name: '  Bay   3 ' })).toBe('Bay 3');
  expect(await people.signIn({ by: 'name', name: 'bay 3' })).toBe('Bay 3');
  expect(people.list()).toMatchObject([{ name: 'Bay 3', hasPin: false, hasBadge: false }]);
});

test('who has a PIN is not taken by name, only by the PIN', async () => {
  const { people } = laptop();
  const id = await withPin(people, 'Bay 3', '4711');
  expect(await problemOf(people.signIn({ by: 'name', name: 'BAY 3' }))).toMatchObject({ code: 'pin-needed' });
  expect(await problemOf(people.signIn({ by: 'pin', person: id, pin: '4712' }))).toMatchObject({
    code: 'pin-wrong',
  });
  expect(await people.signIn({ by: 'pin', person: id, pin: '4711' })).toBe('Bay 3');
});

/** The salt and hash of a PIN as it is on the disk, and the hash that scrypt makes with 32 MiB for each guess. */
function sealedPin(onDisk: string, pin: string) {
  const kept = /"pin": ?"([^"]+)"/.exec(onDisk)?.[1] ?? '';
  const [salt = '', hash = ''] = kept.split('.');
  const bytes = Buffer.from(salt, 'base64url');
  const costs = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
  return { saltBytes: bytes.length, hash, expected: scryptSync(pin, bytes, 32, costs).toString('base64url') };
}

test('a PIN is kept as scrypt with 32,768 rounds of 8 blocks over a salt of its own', async () => {
  const [one, other] = [laptop(), laptop()];
  await withPin(one.people, 'Bay 3', '4711');
  await withPin(other.people, 'Bay 3', '4711');
  const [sealed, again] = [sealedPin(one.onDisk(), '4711'), sealedPin(other.onDisk(), '4711')];
  expect(sealed.saltBytes).toBe(16);
  expect(sealed.hash).toBe(sealed.expected);
  expect(again.hash).not.toBe(sealed.hash);
});

test('five wrong PINs make a pause, for the right one too; then it goes on', async () => {
  const { people, wait } = laptop();
  const id = await withPin(people, 'Bay 3', '4711');
  const tries = ['1', '2', '3', '4', '5'].map((pin) => people.signIn({ by: 'pin', person: id, pin }));
  await Promise.allSettled(tries);
  expect(await problemOf(people.signIn({ by: 'pin', person: id, pin: '4711' }))).toMatchObject({
    code: 'pin-wait',
    params: { seconds: 30 },
  });
  wait(30 * SECOND);
  expect(await people.signIn({ by: 'pin', person: id, pin: '4711' })).toBe('Bay 3');
});

test('a badge is known again after a restart, however its code is written; another code is no worker', async () => {
  const folder = dataFolder();
  await laptop(folder).people.keep({ id: null, name: 'Bay 3', badge: 'ab-12 9' });
  const { people } = laptop(folder);
  expect(await people.signIn({ by: 'badge', code: 'AB129\n' })).toBe('Bay 3');
  expect(await people.signIn({ by: 'badge', code: 'AB120' })).toBeNull();
});

test('one badge and one name belong to one person', async () => {
  const { people } = laptop();
  await people.keep({ id: null, name: 'Bay 3', badge: 'AB129' });
  expect(await problemOf(people.keep({ id: null, name: 'Bay 4', badge: 'ab129' }))).toMatchObject({
    code: 'badge-taken',
    params: { name: 'Bay 3' },
  });
  expect(await problemOf(people.keep({ id: null, name: 'bay 3' }))).toMatchObject({ code: 'name-taken' });
  expect(people.list()).toHaveLength(1);
});

test('a PIN is changed or removed by a person who knows it; what is left out stays', async () => {
  const { people } = laptop();
  const id = await withPin(people, 'Bay 3', '4711');
  const keep = (change: { pin?: string | null; oldPin?: string }) =>
    people.keep({ id, name: 'Bay 3', ...change });
  expect(await problemOf(keep({ pin: '1234', oldPin: '1111' }))).toMatchObject({ code: 'pin-wrong' });
  expect(await problemOf(keep({ pin: '12', oldPin: '4711' }))).toMatchObject({ code: 'pin-malformed' });
  expect(await keep({})).toMatchObject({ hasPin: true });
  expect(await keep({ pin: '1234', oldPin: '4711' })).toMatchObject({ hasPin: true });
  expect(await people.signIn({ by: 'pin', person: id, pin: '1234' })).toBe('Bay 3');
  expect(await keep({ pin: null, oldPin: '1234' })).toMatchObject({ hasPin: false });
  expect(await people.signIn({ by: 'name', name: 'Bay 3' })).toBe('Bay 3');
});

test('neither PIN nor badge is on disk as it was typed', async () => {
  const { people, onDisk } = laptop();
  await people.keep({ id: null, name: 'Bay 3', pin: '47114711', badge: 'CANARY129' });
  expect(onDisk()).toContain('Bay 3');
  expect(onDisk()).not.toMatch(/47114711|CANARY129/i);
});

test('who is removed is gone, and the name is free', async () => {
  const { people } = laptop();
  const id = await withPin(people, 'Bay 3', '4711');
  people.remove(id);
  expect(people.list()).toEqual([]);
  expect(await people.signIn({ by: 'name', name: 'Bay 3' })).toBe('Bay 3');
});
