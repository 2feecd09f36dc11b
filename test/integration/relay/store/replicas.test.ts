import { expect, it, vi } from 'vitest';
import { feedResult } from '../../../../shared/relay/results.ts';
import { askFeed, LONG, readPage } from '../feed-reader.ts';
import { relayProcess, tokenCommandWith } from '../relay-process.ts';
import { tempFolder } from '../temp-folder.ts';
import { untilWaiting } from '../waiting-polls.ts';
import { CUSTOMER, postWebhook, webhookBody } from '../webhooks.ts';
import { numbers } from './arriving.ts';
import type { PostgresServer } from './postgres-server.ts';
import { onPostgres } from './store-kinds.ts';

const INSTALLER = ['create', '--role', 'installer', '--name', 'Bay 3', '--customer', `${CUSTOMER}`];

/** Two relay processes on one database, and a token made by the command. */
async function twoReplicas(server: PostgresServer) {
  const url = await server.database();
  const variables = { RELAY_DATABASE_URL: url, RELAY_DATA_DIR: tempFolder() };
  const [one, other] = await Promise.all([
    relayProcess(tempFolder(), variables),
    relayProcess(tempFolder(), variables),
  ]);
  const made = await tokenCommandWith(variables, ...INSTALLER);
  return { one, other, variables, token: made.stdout.trim() };
}

async function post(url: string, assignmentId: number): Promise<void> {
  const answer = await postWebhook(url, { body: webhookBody('created', { assignmentId }) });
  expect(answer.status).toBe(204);
}

async function untilReady(url: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200));
}

onPostgres('two relays on one database', (server) => {
  it('serve one feed without a gap while both are written and read', async () => {
    const { one, other, token } = await twoReplicas(server());
    const urls = [one.url, other.url];
    const total = 200;
    const waiting = [...numbers(1, total)];
    const send = async (index: number): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        await post(urls[(id + index) % 2] ?? '', id);
      }
    };
    /** As a laptop whose proxy sends each request to another replica. */
    const read = async (index: number): Promise<readonly unknown[]> => {
      const seen: unknown[] = [];
      let after: string | null = null;
      for (let turn = index; seen.length < total; turn += 1) {
        const page = await readPage(urls[turn % 2] ?? '', token, {
          wait: LONG,
          limit: 1 + (turn % 9),
          ...(after === null ? {} : { after }),
        });
        seen.push(...page.results.map((result) => feedResult.parse(result).sequence));
        after = page.cursor;
      }
      return seen;
    };
    const readers = [0, 1, 2].map(read);
    await Promise.all(numbers(0, 11).map(send));
    for (const seen of await Promise.all(readers)) expect(seen).toEqual(numbers(1, total));
  });

  it('wake a poll that waits at one by a webhook that came to the other', async () => {
    const { one, other, token } = await twoReplicas(server());
    const poll = readPage(one.url, token, { wait: LONG });
    await untilWaiting(one.url, 1);
    await post(other.url, 7);
    expect((await poll).results).toMatchObject([{ sequence: 1, payload: { assignmentId: 7 } }]);
  });

  it('end the polls of a token that the command revoked (faults.md 39)', async () => {
    const { one, other, token, variables } = await twoReplicas(server());
    const polls = [one, other].map(({ url }) => askFeed(url, token, { wait: LONG }));
    await Promise.all([one, other].map(({ url }) => untilWaiting(url, 1)));
    await tokenCommandWith(variables, 'revoke', '--name', 'Bay 3');
    for (const answer of await Promise.all(polls)) expect(answer.status).toBe(401);
  });

  it('hear each other again after the database server broke down', async () => {
    const { one, other, token } = await twoReplicas(server());
    await post(one.url, 1);
    const { cursor } = await readPage(one.url, token);
    await server().crash();
    await Promise.all([untilReady(one.url), untilReady(other.url)]);
    const poll = readPage(one.url, token, { wait: LONG, after: cursor });
    await untilWaiting(one.url, 1);
    await post(other.url, 2);
    expect((await poll).results).toMatchObject([{ sequence: 2 }]);
  });

  it('count a result that comes to both at once as one', async () => {
    const { one, other, token } = await twoReplicas(server());
    await Promise.all(numbers(1, 40).map((n) => post((n % 2 === 0 ? one : other).url, 5)));
    expect((await readPage(one.url, token)).results).toMatchObject([{ sequence: 1 }]);
  });
});
