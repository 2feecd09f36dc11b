import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DATABASE_FILE } from '../../../relay/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../relay/store/sqlite/sqlite-store.ts';
import { customerId } from '../../../shared/ids.ts';
import { askFeed } from './feed-reader.ts';
import { relayProcess, tokenCommand } from './relay-process.ts';
import { runningRelay } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';
import { CUSTOMER } from './webhooks.ts';
import { longFrom } from '../../runner/long.ts';

const installer = ['create', '--role', 'installer', '--name', 'Bay 3', '--customer', String(CUSTOMER)];

describe('the token command', () => {
  it('prints the token alone, and the running relay takes it at once', async () => {
    const dataDir = tempFolder();
    const relay = await runningRelay({ RELAY_DATA_DIR: dataDir });
    const created = await tokenCommand(dataDir, ...installer, '--customer', '4712');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    expect(created.stdout).toMatch(/^bxr_[\w-]{43}\n$/);
    const token = created.stdout.trim();
    expect((await askFeed(relay.url, token, { customerId: 4712 })).status).toBe(200);
    expect((await askFeed(relay.url, token, { customerId: 4713 })).status).toBe(403);
  });

  it('stores no token, only its hash', async () => {
    const dataDir = tempFolder();
    const { stdout } = await tokenCommand(dataDir, ...installer);
    const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)).toString('latin1'));
    expect(files.join('')).toContain('Bay 3');
    expect(files.join('')).not.toContain(stdout.trim().slice(4));
  });

  it('lists tokens without their values and revokes by id while the relay runs', async () => {
    const dataDir = tempFolder();
    const relay = await runningRelay({ RELAY_DATA_DIR: dataDir });
    const token = (await tokenCommand(dataDir, ...installer)).stdout.trim();
    await tokenCommand(dataDir, 'create', '--role', 'admin', '--name', 'Office');
    const before = (await tokenCommand(dataDir, 'list')).stdout;
    expect(before).toMatch(
      /^id\tstate\trole\tcustomers\tcreated\texpires\tlast used\tname\n1\tactive\tinstaller\t4711\t\S+\t-\t\S+\tBay 3\n2\tactive\tadmin\tall\t\S+\t-\t-\tOffice\n$/,
    );
    expect(before).not.toContain(token);
    expect(await tokenCommand(dataDir, 'revoke', '--id', '1')).toMatchObject({
      code: 0,
      stdout: 'revoked 1\n',
    });
    expect((await askFeed(relay.url, token)).status).toBe(401);
    expect((await tokenCommand(dataDir, 'list')).stdout).toContain('1\trevoked\t');
  });

  it('revokes also where another process holds the database for longer than a write waits', async () => {
    const dataDir = tempFolder();
    await tokenCommand(dataDir, ...installer);
    const db = new Database(join(dataDir, DATABASE_FILE));
    onTestFinished(() => void db.close());
    db.exec('BEGIN IMMEDIATE');
    const revoked = tokenCommand(dataDir, 'revoke', '--id', '1');
    // Longer than the command's start and the wait of one write; on a slow machine it merely waits less.
    const released = delay(4000).then(() => db.exec('COMMIT'));
    const answer = await revoked;
    await released;
    expect(answer).toMatchObject({ code: 0, stdout: 'revoked 1\n' });
  });

  it('revokes by name where the name is clear, and asks for the id where it is not', async () => {
    const dataDir = tempFolder();
    await tokenCommand(dataDir, ...installer);
    expect(await tokenCommand(dataDir, 'revoke', '--name', 'Bay 3')).toMatchObject({ code: 0 });
    await tokenCommand(dataDir, ...installer);
    await tokenCommand(dataDir, ...installer);
    const unclear = await tokenCommand(dataDir, 'revoke', '--name', 'Bay 3');
    expect(unclear).toMatchObject({ code: 2, stdout: '' });
    expect(unclear.stderr).toBe('2 active tokens have that name: say --id instead (see list).\n');
  });

  const refusedCommands: readonly (readonly [name: string, args: readonly string[]])[] = [
    ['an unknown option', [...installer, '--colour', 'red']],
    ['an installer without a customer', ['create', '--role', 'installer', '--name', 'Bay 3']],
    ['revoke by id and name', ['revoke', '--id', '1', '--name', 'Bay 3']],
    ['nothing', []],
    ['an unknown command', ['make']],
    ['a role that does not exist', ['create', '--role', 'boss', '--name', 'Bay 3', '--customer', '1']],
    ['no name', ['create', '--role', 'installer', '--customer', '1']],
    ['an empty name', ['create', '--role', 'installer', '--name', ' ', '--customer', '1']],
    ['an admin with a customer', ['create', '--role', 'admin', '--name', 'Office', '--customer', '1']],
    [
      'a customer that is not a number',
      ['create', '--role', 'installer', '--name', 'Bay 3', '--customer', 'ABC'],
    ],
    ['a day that is over', [...installer, '--expires', '2020-01-31']],
    ['a day that is none', [...installer, '--expires', '2099-02-30']],
    ['revoke without saying which', ['revoke']],
    ['revoke with an end', ['revoke', '--id', '1', '--expires', '2099-01-31']],
    ['rotate without saying which', ['rotate', '--overlap', '1']],
    ['rotate of what is not there', ['rotate', '--id', '17']],
    ['an overlap that is not a number', ['rotate', '--id', '1', '--overlap', 'long']],
    ['revoke of what is not there', ['revoke', '--id', '17']],
    ['list with a role', ['list', '--role', 'admin']],
  ];
  const marked = refusedCommands.map(([name, args], index) => [name, longFrom(3, index), args] as const);
  it.each(marked)('refuses %s with one sentence and exit code 2%s', async (_name, _mark, args) => {
    const refused = await tokenCommand(tempFolder(), ...args);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^[^\n]+\.\n$/);
  });

  it('replaces a token: the new one works at once, the old one for as long as is said', async () => {
    const dataDir = tempFolder();
    const relay = await relayProcess(dataDir);
    const old = (await tokenCommand(dataDir, ...installer)).stdout.trim();
    const rotated = await tokenCommand(dataDir, 'rotate', '--name', 'Bay 3', '--overlap', '1');
    const fresh = rotated.stdout.trim();
    expect(fresh).toMatch(/^bxr_[\w-]{43}$/);
    expect((await askFeed(relay.url, fresh)).status).toBe(200);
    expect((await askFeed(relay.url, old)).status).toBe(200);
    const last = (await tokenCommand(dataDir, 'rotate', '--id', '1', '--overlap', '0')).stdout.trim();
    const answers = await Promise.all([old, fresh, last].map((token) => askFeed(relay.url, token)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200]);
  });

  it('replaces no token past its end, and finds the active one of the same name', async () => {
    const dataDir = tempFolder();
    const store = openSqliteStore(dataDir);
    await store.addToken({
      hash: Buffer.alloc(32, 1),
      name: 'Bay 3',
      role: 'installer',
      customers: [customerId.parse(CUSTOMER)],
      environments: null,
      createdAt: 0,
      expiresAt: 1,
    });
    await store.close();
    expect(await tokenCommand(dataDir, 'rotate', '--id', '1')).toMatchObject({ code: 2, stdout: '' });
    await tokenCommand(dataDir, ...installer);
    expect(await tokenCommand(dataDir, 'revoke', '--name', 'Bay 3')).toMatchObject({ stdout: 'revoked 2\n' });
  });

  it('makes a token that ends, and lists when it does and when it was last used', async () => {
    const dataDir = tempFolder();
    const relay = await relayProcess(dataDir);
    const made = await tokenCommand(dataDir, ...installer, '--expires', '2099-01-31');
    expect((await askFeed(relay.url, made.stdout.trim())).status).toBe(200);
    relay.child.kill('SIGTERM');
    await relay.ended;
    const { stdout } = await tokenCommand(dataDir, 'list');
    expect(stdout).toMatch(/\tactive\t.*\t2099-02-01T12:00:00\.000Z\t\d{4}-\S+Z\tBay 3\n$/);
  });

  it('lets several commands make the store together', async () => {
    const dataDir = tempFolder();
    const all = await Promise.all(Array.from({ length: 4 }, () => tokenCommand(dataDir, ...installer)));
    expect(all.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      all.map(() => ({ code: 0, stderr: '' })),
    );
    expect(new Set(all.map(({ stdout }) => stdout)).size).toBe(4);
  });
});
