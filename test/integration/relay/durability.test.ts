import { describe, expect, it } from 'vitest';
import { feedResult } from '../../../shared/relay/feed.ts';
import { readAll } from './feed-reader.ts';
import { relayProcess, tokenCommand } from './relay-process.ts';
import { tempFolder } from './temp-folder.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';

const ROUNDS = 6;
const SENDERS = 16;

describe('what was answered 204', () => {
  it('is there after SIGKILL under load, without a gap, in every round (faults.md 33)', async () => {
    const dataDir = tempFolder();
    const created = await tokenCommand(
      dataDir,
      'create',
      '--role',
      'installer',
      '--name',
      'Bay 3',
      '--customer',
      `${CUSTOMER}`,
    );
    const token = created.stdout.trim();
    const acknowledged = new Set<number>();
    const sent = new Set<number>();

    for (let round = 1; round <= ROUNDS; round += 1) {
      const relay = await relayProcess(dataDir);
      let answered = 0;
      const send = async (): Promise<void> => {
        for (;;) {
          const assignmentId = sent.size + 1;
          sent.add(assignmentId);
          try {
            const answer = await postWebhook(relay.url, { body: webhookBody('created', { assignmentId }) });
            if (answer.status === 204) acknowledged.add(assignmentId);
          } catch {
            return;
          }
          answered += 1;
          // In the middle of the others' requests, right after an answer.
          if (answered === round * 25) relay.child.kill('SIGKILL');
        }
      };
      await Promise.all(Array.from({ length: SENDERS }, send));
      await relay.ended;
    }

    const relay = await relayProcess(dataDir);
    const results = (await readAll(relay.url, token)).map((result) => feedResult.parse(result));
    const kept = results.map(({ payload }) => Number(payload.assignmentId));
    expect([...acknowledged].filter((id) => !kept.includes(id))).toEqual([]);
    expect(kept.filter((id) => !sent.has(id))).toEqual([]);
    expect(new Set(kept).size).toBe(kept.length);
    expect(results.map(({ sequence }) => sequence)).toEqual(results.map((_, index) => index + 1));
    expect(acknowledged.size).toBeGreaterThanOrEqual(25 * ROUNDS);
  });
});
