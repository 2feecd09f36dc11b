import { describe, expect, it } from 'vitest';
import { askFeed } from './feed-reader.ts';
import { relayProcess, tokenCommand } from './relay-process.ts';
import { tempFolder } from './temp-folder.ts';
import { postWebhook, webhookBody } from './webhooks.ts';

/** Part of every request that a stranger or the operator can send; it must appear in no log. */
const CANARY = 'canary0815';

describe('stdout, stderr and answers', () => {
  it('show no secret, token, payload or address parameter, whatever is sent', async () => {
    const dataDir = tempFolder();
    const token = (
      await tokenCommand(dataDir, 'create', '--role', 'admin', '--name', 'Office')
    ).stdout.trim();
    const relay = await relayProcess(dataDir, { RELAY_SECRET_UAT: `right-${CANARY}` });
    const right = { secret: `right-${CANARY}` };
    const headers = { authorization: `Bearer bxr_${CANARY.padEnd(43, 'x')}`, 'x-request-id': CANARY };
    const answers = await Promise.all([
      postWebhook(relay.url, { headers: right, body: webhookBody('created', { errorMessage: CANARY }) }),
      postWebhook(relay.url, { headers: { secret: `wrong-${CANARY}` } }),
      postWebhook(relay.url, { headers: right, body: `{"checksum": ${CANARY}` }),
      postWebhook(relay.url, { headers: right, body: JSON.stringify({ checksum: 1, [CANARY]: CANARY }) }),
      postWebhook(relay.url, { headers: right, body: CANARY.repeat(10_000) }),
      postWebhook(relay.url, { headers: { ...right, 'content-type': `text/${CANARY}` } }),
      postWebhook(relay.url, { environment: CANARY, headers: right }),
      fetch(`${relay.url}/%zz${CANARY}`),
      fetch(`${relay.url}/v1/me?token=${CANARY}`, { headers }),
      fetch(`${relay.url}/v1/results?environment=${CANARY}&after=${CANARY}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual([204, 401, 400, 400, 413, 415, 404, 400, 401, 400]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts.join('\n')).not.toContain(CANARY);
    expect((await askFeed(relay.url, token)).status).toBe(200);

    relay.child.kill('SIGTERM');
    const { code, stdout, stderr } = await relay.ended;
    expect(code).toBe(0);
    expect(stderr).toContain('/uat/webhooks/assignmentCreatedResult');
    expect(stdout + stderr).not.toContain(CANARY);
    expect(stdout + stderr).not.toContain(token.slice(4));
  });
});
