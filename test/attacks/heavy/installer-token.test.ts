import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { memoryOf } from '../../bench/relay/process-figures.ts';
import { rawConnection } from '../../integration/relay/raw-connection.ts';
import { relayProcess, tokenCommandWith } from '../../integration/relay/relay-process.ts';
import { arriving } from '../../integration/relay/store/arriving.ts';
import { onBothStores } from '../../integration/relay/store/store-kinds.ts';
import { postWebhook, webhookBody } from '../../integration/relay/webhooks.ts';
import { feedPage } from '../../../shared/relay/results.ts';
import { actorOf, actorsOf } from '../attacked-relay.ts';
import { attackUntil } from '../attacker.ts';

/*
 * Stolen installer tokens that do everything at once, against a relay process: its memory is bounded, no result of the operator is lost or
 * refused, and a revocation by the command gets through.
 */

const CAST = {
  thief: 'installer',
  accomplice: 'installer',
  third: 'installer',
  victim: 'installer',
  office: 'supervisor',
} as const;
/** MiB of the relay’s process, with all its threads, at any time. */
const MOST_MEMORY = 256;
const WEBHOOKS = 200;
const IDLE_CONNECTIONS = 900;

onBothStores('stolen installer tokens that flood', (kind) => {
  it('cost at most 256 MiB, lose no result, and are revoked meanwhile', async () => {
    const place = await kind.place();
    const store = await place.open();
    const tokens = await actorsOf(store, '', CAST);
    // Pages of results that are as large as they may be, for those who ask and do not read.
    const body = Buffer.from(JSON.stringify({ words: 'x'.repeat(60_000) }));
    for (let n = 0; n < 40; n += 1) {
      // Of now: the relay drops what is older than its retention when it starts.
      await store.keepResult(arriving(n, { body, receivedAt: Date.now() }));
    }
    await store.close();
    const variables = { ...place.variables, RELAY_ALLOW_NO_SECRET: '1' };
    const { url, child } = await relayProcess(place.variables['RELAY_DATA_DIR'] ?? '', {
      ...variables,
      // As on a machine that never compiled it.
      NODE_DISABLE_COMPILE_CACHE: '1',
    });
    const pid = child.pid ?? 0;
    const atStart = memoryOf(pid).most;

    // A laptop that has been at work: after the flood's wrong tokens its address is asked for tokens that were right before.
    expect((await actorOf(url, tokens('victim')).get('/v1/me')).status).toBe(200);

    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const names = ['thief', 'accomplice', 'third'] as const;
    const floods = names.map((name) => attackUntil(url, tokens(name).token, stop.signal));
    const idle = await Promise.all(Array.from({ length: IDLE_CONNECTIONS }, () => rawConnection(url)));

    const statuses = new Map<number, number>();
    for (let n = 0; n < WEBHOOKS; n += 1) {
      const { status } = await postWebhook(url, {
        body: webhookBody('created', { assignmentId: 70_000 + n }),
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(50);
    }
    expect([...statuses]).toEqual([[204, WEBHOOKS]]);

    for (const name of names) {
      const { id } = tokens(name);
      expect(await tokenCommandWith(variables, 'revoke', '--id', String(id))).toMatchObject({
        code: 0,
        stdout: `revoked ${id}\n`,
      });
      // 429 where its address has been refused too often.
      expect([401, 429]).toContain((await actorOf(url, tokens(name)).get('/v1/me')).status);
    }
    stop.abort();
    const answers = await Promise.all(floods);
    for (const { socket } of idle) socket.destroy();

    // Something got in, and not everything.
    for (const seen of answers) expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 429]));
    expect(await resultsOf(url, tokens('victim').token)).toBe(40 + WEBHOOKS);
    const { most } = memoryOf(pid);
    process.stderr.write(
      `memory of the relay: ${Math.round(atStart)} MiB at the start, ${Math.round(most)} at most\n`,
    );
    expect(most).toBeLessThanOrEqual(MOST_MEMORY);
  });
});

/** How many results a laptop reads. */
async function resultsOf(url: string, token: string): Promise<number> {
  const victim = actorOf(url, { token, id: 0 });
  let count = 0;
  let after: Readonly<Record<string, string>> = {};
  for (;;) {
    const answer = await victim.get('/v1/results', { limit: '200', ...after });
    const text = await answer.text();
    expect([answer.status, text.slice(0, 200)]).toEqual([200, expect.anything()]);
    const page = feedPage.parse(JSON.parse(text));
    count += page.results.length;
    after = { after: page.cursor };
    if (page.upToDate) return count;
  }
}
