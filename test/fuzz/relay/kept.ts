import Database from 'better-sqlite3';
import { join } from 'node:path';
import { z } from 'zod';
import { readPayload } from '../../../relay/http/webhook-payload.ts';
import { webhookPaths, type ResultKind } from '../../../shared/relay/results.ts';
import { WHOLE_ENVIRONMENT, type WholeWebhook } from './cases.ts';

/** The webhooks that the relay acknowledged of those sent whole. */
export type Books = {
  /** Notes a 204. */
  readonly answered: (webhook: WholeWebhook) => void;
  /** Compares with what the store has and what the relay counted. Plain sentences; empty when all is exact. */
  readonly compare: (dataDir: string, metrics: string) => readonly string[];
};

const kinds: ReadonlyMap<string, ResultKind> = new Map([
  [webhookPaths.created, 'created'],
  [webhookPaths.updated, 'updated'],
  [webhookPaths.deleted, 'deleted'],
]);

const row = z
  .object({
    kind: z.string(),
    customer_id: z.number(),
    subject: z.string(),
    checksum: z.string(),
    succeeded: z.number(),
    deliveries: z.number(),
  })
  .transform(({ deliveries, ...result }) => ({ key: JSON.stringify(Object.values(result)), deliveries }));

/** How often each result was answered 204: the store must have exactly these, and have counted exactly so often. */
export function keepBooks(): Books {
  const results = new Map<string, number>();
  const wrong: string[] = [];
  let unknownEvents = 0;
  return {
    answered: ({ event, body }) => {
      const kind = kinds.get(event);
      if (kind === undefined) {
        unknownEvents += 1;
        return;
      }
      const payload = readPayload(kind, WHOLE_ENVIRONMENT, body);
      if (!payload.ok) {
        wrong.push(`a body was answered 204 of which is said: ${payload.error.message}`);
        return;
      }
      const { customerId, subject, checksum, succeeded } = payload.value;
      // A store keeps no half of a character.
      const key = JSON.stringify([kind, customerId, subject, checksum.toWellFormed(), succeeded ? 1 : 0]);
      results.set(key, (results.get(key) ?? 0) + 1);
    },
    compare: (dataDir, metrics) => {
      const db = new Database(join(dataDir, 'relay.db'), { readonly: true });
      const kept = db
        .prepare(
          'SELECT kind, customer_id, subject, checksum, succeeded, deliveries FROM results WHERE environment = ?',
        )
        .all(WHOLE_ENVIRONMENT)
        .map((one) => row.parse(one));
      db.close();
      const differing = kept.filter(({ key, deliveries }) => results.get(key) !== deliveries).length;
      const stored = new Set(kept.map(({ key }) => key));
      const missing = [...results.keys()].filter((key) => !stored.has(key)).length;
      const unknown = unknownEventsOf(metrics);
      if (kept.length !== results.size) {
        wrong.push(`${kept.length} results are kept, ${results.size} different ones were answered 204`);
      }
      if (missing > 0) wrong.push(`${missing} results that were answered 204 are not kept`);
      if (differing > 0)
        wrong.push(`${differing} results are counted otherwise by the store than by their 204s`);
      if (unknown !== unknownEvents) {
        wrong.push(`${unknown} unknown events are counted, ${unknownEvents} were answered 204`);
      }
      return wrong;
    },
  };
}

/** How many webhooks of unknown events the relay says it set aside and answered 204. */
function unknownEventsOf(metrics: string): number {
  const line = `relay_webhooks_quarantined_total{environment="${WHOLE_ENVIRONMENT}",reason="unknown-event"} `;
  const at = metrics.indexOf(line);
  return at === -1 ? 0 : Number.parseInt(metrics.slice(at + line.length), 10);
}
