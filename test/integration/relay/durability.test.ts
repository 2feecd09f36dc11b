import { describe, expect, it } from 'vitest';
import { feedResult } from '../../../shared/relay/results.ts';
import { readAll } from './feed-reader.ts';
import { relayProcess, tokenCommandWith } from './relay-process.ts';
import { onBothStores } from './store/store-kinds.ts';
import { CUSTOMER, postWebhook, webhookBody } from './webhooks.ts';

/** `npm run kill:relay` asks for many. */
const ROUNDS = Number(process.env['RELAY_KILL_ROUNDS'] ?? 4);
const SENDERS = 16;
const INSTALLER = ['create', '--role', 'installer', '--name', 'Bay 3', '--customer', `${CUSTOMER}`];

onBothStores('a relay that is killed', (kind) => {
  describe('results answered with 204', () => {
    it('is there after SIGKILL under load, once and without a gap, in every round (faults.md 33)', async () => {
      const { variables } = await kind.place();
      const dataDir = variables['RELAY_DATA_DIR'] ?? '';
      const created = await tokenCommandWith(variables, ...INSTALLER);
      const acknowledged = new Set<number>();
      const sent = new Set<number>();

      for (let round = 1; round <= ROUNDS; round += 1) {
        const relay = await relayProcess(dataDir, variables);
        let answered = 0;
        const send = async (): Promise<void> => {
          for (;;) {
            const assignmentId = sent.size + 1;
            sent.add(assignmentId);
            try {
              const answer = await postWebhook(relay.url, {
                body: webhookBody('created', { assignmentId }),
              });
              if (answer.status === 204) acknowledged.add(assignmentId);
            } catch {
              return;
            }
            answered += 1;
            // In the middle of the others' requests, right after an answer.
            if (answered === 25 + (round % 7) * 20) relay.child.kill('SIGKILL');
          }
        };
        await Promise.all(Array.from({ length: SENDERS }, send));
        await relay.ended;
      }

      const relay = await relayProcess(dataDir, variables);
      const results = await readAll(relay.url, created.stdout.trim(), { limit: 200 });
      const kept = results.map((result) => Number(feedResult.parse(result).payload.assignmentId));
      const known = new Set(kept);
      expect([...acknowledged].filter((id) => !known.has(id))).toEqual([]);
      expect(kept.filter((id) => !sent.has(id))).toEqual([]);
      expect(known.size).toBe(kept.length);
      expect(results.map(({ sequence }) => sequence)).toEqual(results.map((_, index) => index + 1));
      expect(acknowledged.size).toBeGreaterThanOrEqual(25 * ROUNDS);
    });
  });
});
