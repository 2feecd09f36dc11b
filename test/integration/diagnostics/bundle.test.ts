import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { describeFault } from '../../../electron/base/mask.ts';
import { personalDataOf } from './personal-data.ts';
import { connect, connection, operatorWith } from '../profiles/core.ts';
import { startLaptop } from './laptop.ts';

test('the saved bundle equals the inspected one, file by file and byte by byte', async () => {
  const laptop = await startLaptop();
  laptop.log('info', 'long.log', 'a word and another one '.repeat(9000));
  const { shown, written } = await laptop.bundle();
  expect([...written.keys()]).toEqual([
    'README.txt',
    'health.json',
    'versions.json',
    'settings.json',
    'files.json',
    'stops.json',
    'logs/boxwright.log',
  ]);
  expect(written).toEqual(shown);
});

test('nothing of a job, its people or its login is in any file of the bundle', async () => {
  const laptop = await startLaptop();
  const operator = await operatorWith({});
  await connect(laptop, operator);
  const canaries = await personalDataOf(laptop, operator);
  for (const canary of canaries) {
    laptop.log('warn', 'queue.fault', `Error: the operator says ${canary} is not ${canary.toLowerCase()}`);
    laptop.stops.keep('app', describeFault(new Error(`about ${canary}`)));
  }
  await laptop.look();
  const { written } = await laptop.bundle();
  const kept = [...written.keys()].filter((name) => name.startsWith('profiles/'));
  expect(kept).toHaveLength(1);
  expect(written.get(kept[0] ?? '')).toContain('create-car');
  const everything = [...written.entries()]
    .flatMap(([name, text]) => [name, text])
    .join('\n')
    .toLowerCase();
  expect(canaries.length).toBeGreaterThan(10);
  expect(canaries.filter((canary) => everything.includes(canary.toLowerCase()))).toEqual([]);
});

test('a damaged queue without a connection is reported beside everything else', async () => {
  const laptop = await startLaptop();
  await connect(laptop, await operatorWith({}));
  await laptop.call('connect.disconnect', {});
  const [environment = ''] = readdirSync(join(laptop.dataDir, 'profiles'));
  const folder = join(laptop.dataDir, 'profiles', environment, '4711');
  writeFileSync(join(folder, 'queue.db'), 'no database at all, and long enough to be looked at as one');
  const before = readdirSync(folder);
  const { written } = await laptop.bundle();
  const reported: unknown = JSON.parse(written.get(`profiles/${environment}-4711.json`) ?? '');
  expect(reported).toMatchObject({ isOpen: false, queue: { unreadable: 'SQLITE_NOTADB' } });
  expect(reported).toMatchObject({ directory: { quickCheck: 'ok' } });
  expect(readdirSync(folder)).toEqual(before);
  expect(readdirSync(laptop.dataDir).filter((name) => name.startsWith('reading-'))).toEqual([]);
});

test('a bundle that was replaced by a newer one is no longer shown or written', async () => {
  const laptop = await startLaptop();
  const first = await laptop.call('diagnostics.prepareBundle', {});
  laptop.log('info', 'something.happened');
  await laptop.call('diagnostics.prepareBundle', {});
  const gone = { problem: { code: 'bundle-gone' } };
  await expect(laptop.call('diagnostics.saveBundle', { id: first.id })).rejects.toMatchObject(gone);
  const look = laptop.call('diagnostics.bundleText', { id: first.id, name: 'health.json', from: 0 });
  await expect(look).rejects.toMatchObject(gone);
  expect(existsSync(`${laptop.dataDir}.zip`)).toBe(false);
});

test('a disk that refuses it is reported, and the bundle is still there to be written elsewhere', async () => {
  const laptop = await startLaptop();
  const { id } = await laptop.call('diagnostics.prepareBundle', {});
  // In the place of the file is a folder: the last step, the renaming, fails.
  mkdirSync(join(`${laptop.dataDir}.zip`, 'inside'), { recursive: true });
  await expect(laptop.call('diagnostics.saveBundle', { id })).rejects.toMatchObject({
    problem: { code: 'file-not-written' },
  });
  rmSync(`${laptop.dataDir}.zip`, { recursive: true });
  await laptop.call('diagnostics.saveBundle', { id });
  expect(readFileSync(`${laptop.dataDir}.zip`).subarray(0, 2).toString()).toBe('PK');
});

test('settings list which values are set, and no typed text', async () => {
  const laptop = await startLaptop({ env: { BOXWRIGHT_QUARANTINE_SECONDS: '1' } });
  const operator = await operatorWith({});
  await connect(laptop, operator);
  await laptop.call('people.signIn', { by: 'name', name: 'Canaria Weber' });
  const { written } = await laptop.bundle();
  expect(JSON.parse(written.get('settings.json') ?? '')).toMatchObject({
    secretsAreKept: 'os-store',
    preferences: { language: 'en', worker: true, testUserId: false },
    profile: {
      connections: [
        {
          address: { environment: 'uat', baseUrl: new URL(connection(operator).address.baseUrl).origin },
          customer: { id: 4711 },
        },
      ],
    },
    variables: ['BOXWRIGHT_QUARANTINE_SECONDS'],
  });
  expect(written.get('settings.json')).not.toContain('Weber');
});

test('a refused and cancelled operation keeps its status codes and the operator’s masked words', async () => {
  const laptop = await startLaptop();
  const operator = await operatorWith({});
  await connect(laptop, operator);
  await laptop.call('people.signIn', { by: 'name', name: 'Canaria Weber' });
  operator.faults.add({
    method: 'PUT',
    path: '/groups',
    effect: { kind: 'status', status: 422, body: JSON.stringify('the group Vertraulich is not allowed') },
  });
  await laptop.call('edits.createGroup', { name: 'Vertraulich' });
  const blocked = await vi.waitFor(async () => {
    const { operations } = await laptop.call('queue.list', { which: 'unfinished', limit: 10 });
    const [one] = operations;
    if (one?.state !== 'blocked') throw new Error('not refused yet');
    return one;
  });
  const { id, state, attempts, revision } = blocked;
  await laptop.call('queue.cancel', {
    operationId: id,
    seen: { state, attempts, revision },
    dependants: null,
  });
  const { written } = await laptop.bundle();
  const [name = ''] = [...written.keys()].filter((key) => key.startsWith('profiles/'));
  const profile: unknown = JSON.parse(written.get(name) ?? '');
  const attempt = z.object({ operation: z.string(), status: z.number(), says: z.string() });
  const { attempts: reported } = z
    .object({ queue: z.object({ attempts: z.array(attempt) }) })
    .parse(profile).queue;
  expect(reported).toMatchObject([{ operation: id, status: 422 }]);
  expect(reported[0]?.says).toContain('the group ••• is not allowed');
  expect(written.get(name)).not.toContain('Vertraulich');
});

test('the log of an ordinary day names the starts, the opened files and the connections', async () => {
  const laptop = await startLaptop();
  const operator = await operatorWith({});
  await connect(laptop, operator);
  await laptop.call('people.signIn', { by: 'name', name: 'Canaria Weber' });
  await laptop.call('edits.createGroup', { name: 'Vertraulich' });
  await vi.waitFor(async () => expect((await laptop.call('app.status', {})).queue.unfinished).toBe(0));
  await laptop.call('connect.disconnect', {});
  const { written } = await laptop.bundle();
  const events = (written.get('logs/boxwright.log') ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => z.object({ event: z.string(), detail: z.string().optional() }).parse(JSON.parse(line)));
  expect(events).toEqual([
    { event: 'app.started', detail: 'test chromium' },
    { event: 'profile.opened', detail: 'uat' },
    { event: 'operator.connection', detail: 'online' },
    { event: 'profile.closed', detail: 'uat' },
  ]);
});
