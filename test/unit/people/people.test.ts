import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { createPeople, type People, createPeopleStore } from '../../../electron/people/people.ts';
import { createAttemptCounter } from '../../../electron/people/proofs.ts';
import { createSettingsFile } from '../../../electron/profiles/settings-store.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { SECOND } from '../../../shared/time.ts';
import { dataFolder } from '../jobs/bench.ts';
import { COSTS_NOW, named, OUT_OF_BOUNDS, sealedWith, unnamed } from './kept-pins.ts';

function laptop(folder = dataFolder()) {
  const file = join(folder, 'people.json');
  let passed = 0;
  const people = createPeople({
    store: createPeopleStore(createSettingsFile(file)),
    tries: createAttemptCounter({
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

test('a person with a PIN is not chosen by name, only by the PIN', async () => {
  const { people } = laptop();
  const id = await withPin(people, 'Bay 3', '4711');
  expect(await problemOf(people.signIn({ by: 'name', name: 'BAY 3' }))).toMatchObject({ code: 'pin-needed' });
  expect(await problemOf(people.signIn({ by: 'pin', person: id, pin: '4712' }))).toMatchObject({
    code: 'pin-wrong',
  });
  expect(await people.signIn({ by: 'pin', person: id, pin: '4711' })).toBe('Bay 3');
});

/** The PIN as it is on the disk. */
const keptPin = (onDisk: string): string => /"pin": ?"([^"]+)"/.exec(onDisk)?.[1] ?? '';

/** A laptop whose one person has a PIN that is kept so. */
async function laptopKeeping(pin: string) {
  const folder = dataFolder();
  const id = await withPin(laptop(folder).people, 'Bay 3', '0000');
  const file = join(folder, 'people.json');
  const rewrite = (other: string) => {
    const document = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      document.replace(keptPin(document), () => other),
    );
  };
  rewrite(pin);
  const opened = laptop(folder);
  return {
    ...opened,
    folder,
    id,
    rewrite,
    signIn: (typed: string) => opened.people.signIn({ by: 'pin', person: id, pin: typed }),
  };
}

test('a PIN is kept as scrypt with 32,768 rounds of 8 blocks over a salt of its own, and names its costs', async () => {
  const [one, other] = [laptop(), laptop()];
  await withPin(one.people, 'Bay 3', '4711');
  await withPin(other.people, 'Bay 3', '4711');
  const [kept, again] = [keptPin(one.onDisk()), keptPin(other.onDisk())];
  const [, salt = '', hash] = /^\$scrypt\$ln=15,r=8,p=1\$([^$]+)\$([^$]+)$/.exec(kept) ?? [];
  const bytes = Buffer.from(salt, 'base64');
  expect(bytes).toHaveLength(16);
  const expected = sealedWith('4711', { ln: 15, r: 8, p: 1 }, bytes).hash;
  expect(hash).toBe(expected.toString('base64').replace(/=+$/, ''));
  expect(again).not.toBe(kept);
});

test('a PIN without named costs still opens, and is kept with the costs of today from its next right entry on', async () => {
  const before = unnamed('4711');
  const { signIn, onDisk, folder, id } = await laptopKeeping(before);
  await expect(signIn('4712')).rejects.toThrow(ProblemError);
  expect(keptPin(onDisk())).toBe(before);
  expect(await signIn('4711')).toBe('Bay 3');
  expect(keptPin(onDisk())).toContain(COSTS_NOW);
  const { people } = laptop(folder);
  expect(await people.proveForLock(id, '4711')).toBe('Bay 3');
  await expect(people.provePin(id, '4712')).rejects.toThrow(ProblemError);
});

test('a PIN opens with the costs that it names, and a kept form of today is not written again', async () => {
  const { signIn, onDisk } = await laptopKeeping(named('4711', { ln: 14, r: 8, p: 2 }));
  expect(await signIn('4711')).toBe('Bay 3');
  const sealed = keptPin(onDisk());
  expect(sealed).toContain(COSTS_NOW);
  expect(await signIn('4711')).toBe('Bay 3');
  expect(keptPin(onDisk())).toBe(sealed);
});

test.each(OUT_OF_BOUNDS)('a kept form that names %s opens for no PIN', async (_what, costs) => {
  const { signIn } = await laptopKeeping(named('4711', costs));
  expect(await problemOf(signIn('4711'))).toMatchObject({ code: 'pin-wrong' });
});

test.each(['$scrypt$', '$argon2id$v=19$m=65536,t=2,p=1$c2FsdA$aGFzaA', '$', '.', 'x'])(
  'the kept form %s opens for no PIN',
  async (kept) => {
    const { signIn } = await laptopKeeping(kept);
    expect(await problemOf(signIn('4711'))).toMatchObject({ code: 'pin-wrong' });
  },
);

test('a PIN that was changed, or a person who was removed, while the old form is sealed again stays so', async () => {
  const before = unnamed('4711');
  const changed = await laptopKeeping(before);
  const entered = changed.signIn('4711');
  changed.rewrite(unnamed('5822'));
  await entered;
  expect(await changed.signIn('5822')).toBe('Bay 3');
  const removed = await laptopKeeping(before);
  const last = removed.signIn('4711');
  removed.people.remove(removed.id);
  await last;
  expect(removed.people.list()).toEqual([]);
});

test('a full disk refuses no right PIN of an older form', async () => {
  const kept = unnamed('4711');
  const id = createIds().person();
  const document = { badgeKey: 'k', people: [{ id, name: 'Bay 3', pin: kept, badge: null }] };
  const people = createPeople({
    store: createPeopleStore({
      read: () => document,
      write: () => {
        throw new ProblemError(makeProblem('not-saved-disk-full'));
      },
    }),
    tries: createAttemptCounter({
      settings: createSettingsFile(join(dataFolder(), 'tries.json')),
      clock: { now: () => 0, passed: () => 0, setTimer: () => () => undefined },
    }),
    newId: () => createIds().person(),
    lockIsOn: () => true,
  });
  expect(await people.signIn({ by: 'pin', person: id, pin: '4711' })).toBe('Bay 3');
});

test('five wrong PINs make a pause, for the right one too; then tries are allowed again', async () => {
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

test('a badge is recognised after a restart, however its code is written; another code is refused', async () => {
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

test('a PIN is changed or removed by a person who knows it; omitted fields stay', async () => {
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

test('neither PIN nor badge is on disk in clear', async () => {
  const { people, onDisk } = laptop();
  await people.keep({ id: null, name: 'Bay 3', pin: '47114711', badge: 'CANARY129' });
  expect(onDisk()).toContain('Bay 3');
  expect(onDisk()).not.toMatch(/47114711|CANARY129/i);
});

test('a removed person is gone, and the name is free', async () => {
  const { people } = laptop();
  const id = await withPin(people, 'Bay 3', '4711');
  people.remove(id);
  expect(people.list()).toEqual([]);
  expect(await people.signIn({ by: 'name', name: 'Bay 3' })).toBe('Bay 3');
});
