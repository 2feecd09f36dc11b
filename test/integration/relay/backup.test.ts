import { copyFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { feedReset } from '../../../shared/relay/results.ts';
import { openSqliteStore } from '../../../relay/store/sqlite/sqlite-store.ts';
import { askFeed, readAll, readPage } from './feed-reader.ts';
import { backupCommand, relayProcess, tokenCommand } from './relay-process.ts';
import { keptIn } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';
import { longFrom } from '../../runner/long.ts';

const installer = ['create', '--role', 'installer', '--name', 'Bay 3', '--customer', String(CUSTOMER)];

async function post(url: string, assignmentId: number): Promise<void> {
  const answer = await postWebhook(url, { body: webhookBody('created', { assignmentId }) });
  expect(answer.status).toBe(204);
}

async function endOfFeed(url: string, token: string): Promise<string> {
  let page = await readPage(url, token);
  while (!page.upToDate) page = await readPage(url, token, { after: page.cursor });
  return page.cursor;
}

describe('a backup', () => {
  it('is made while webhooks arrive, holds all that was answered before, and restored it is noticed', async () => {
    const dataDir = tempFolder();
    const token = (await tokenCommand(dataDir, ...installer)).stdout.trim();
    const relay = await relayProcess(dataDir);
    const file = join(tempFolder(), 'relay-backup.db');
    let sent = 0;
    let enough = false;
    const send = async (): Promise<void> => {
      for (;;) {
        if (enough) return;
        await post(relay.url, (sent += 1));
      }
    };
    for (let n = 1; n <= 20; n += 1) await post(relay.url, (sent += 1));
    const senders = Promise.all([send(), send(), send()]);
    const made = await backupCommand({ RELAY_DATA_DIR: dataDir }, file);
    expect(made).toMatchObject({ code: 0, stdout: `${file}\n`, stderr: '' });
    enough = true;
    await senders;
    await post(relay.url, (sent += 1));
    const cursor = await endOfFeed(relay.url, token);
    relay.child.kill('SIGTERM');
    await relay.ended;

    // As the deployment page says: the file takes the store's place in an empty folder.
    const restored = tempFolder();
    copyFileSync(file, join(restored, 'relay.db'));
    const store = openSqliteStore(restored);
    const { results } = await keptIn(store);
    await store.close();
    expect(results.length).toBeGreaterThanOrEqual(20);
    expect(results.length).toBeLessThan(sent);
    expect(results.map(({ sequence }) => sequence)).toEqual(results.map((_, index) => index + 1));

    const again = await relayProcess(restored);
    const lost = sent - results.length;
    for (let n = 1; n <= lost + 5; n += 1) await post(again.url, 100_000 + n);
    const answer = await askFeed(again.url, token, { after: cursor });
    expect(answer.status).toBe(410);
    const reset = feedReset.parse(await answer.json());
    expect(reset.reset).toBe('ahead-of-head');
    const unseen = await readAll(again.url, token, { after: reset.cursor });
    expect(unseen.map(({ payload }) => payload.assignmentId)).toEqual(
      Array.from({ length: lost + 5 }, (_, index) => 100_001 + index),
    );
  });

  it('is one file for its own account alone', async () => {
    const dataDir = tempFolder();
    await tokenCommand(dataDir, ...installer);
    const folder = tempFolder();
    await backupCommand({ RELAY_DATA_DIR: dataDir }, join(folder, 'one.db'));
    expect(readdirSync(folder)).toEqual(['one.db']);
    expect(statSync(join(folder, 'one.db')).mode & 0o777).toBe(0o600);
  });

  const refusals = [
    ['a file that exists', (dir: string) => ({ dir, file: existing() }), /exists already/],
    ['a folder without a store', () => ({ dir: tempFolder(), file: fresh() }), /There is no relay\.db/],
    ['a place that is not there', (dir: string) => ({ dir, file: '/nowhere/one.db' }), /cannot be made/],
    ['no file', (dir: string) => ({ dir, file: '--quiet' }), /npm run relay:backup -- FILE/],
  ] as const;
  const marked = refusals.map(([name, ...rest], index) => [name, longFrom(2, index), ...rest] as const);
  it.each(marked)('refuses %s with one sentence and exit code 2, and leaves nothing%s', async (...given) => {
    const [, , place, sentence] = given;
    const dataDir = tempFolder();
    await tokenCommand(dataDir, ...installer);
    const { dir, file } = place(dataDir);
    const refused = await backupCommand({ RELAY_DATA_DIR: dir }, file);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^[^\n]+\.\n$/);
    expect(refused.stderr).toMatch(sentence);
  });

  it('of PostgreSQL is left to its own tools', async () => {
    const refused = await backupCommand({ RELAY_DATABASE_URL: 'postgres://relay:canary@h/r' }, fresh());
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^(?!.*canary).*pg_dump\.\n$/);
  });
});

const fresh = (): string => join(tempFolder(), 'one.db');

function existing(): string {
  const file = fresh();
  writeFileSync(file, 'something dear');
  return file;
}
