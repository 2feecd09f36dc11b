import type { Instant } from '../../../shared/time.ts';
import {
  QUARANTINE_KEPT,
  quarantineRow,
  type KeptWebhook,
  type QuarantinedWebhook,
} from '../quarantine-store.ts';
import type { Database } from './database.ts';
import { DURABLE } from './locks.ts';

/** Webhooks that are no results. */
export function quarantineQueries(database: Database) {
  return {
    add: (webhook: QuarantinedWebhook): Promise<void> =>
      database.transaction(async ({ query }) => {
        await query({ text: `SELECT ${DURABLE}` });
        await query({
          text: `INSERT INTO quarantine (environment, event, reason, body, received_at) VALUES ($1, $2, $3, $4, $5)`,
          values: [webhook.environment, webhook.event, webhook.reason, webhook.body, webhook.receivedAt],
        });
        await query({
          text: 'DELETE FROM quarantine WHERE id <= (SELECT max(id) FROM quarantine) - $1::bigint',
          values: [QUARANTINE_KEPT],
        });
      }),
    read: async (): Promise<readonly KeptWebhook[]> => {
      const rows = await database.query({
        text: 'SELECT id, environment, event, reason, body, received_at FROM quarantine ORDER BY id',
      });
      return rows.map((row) => quarantineRow.parse(row));
    },
    dropBefore: async (before: Instant): Promise<number> => {
      const dropped = await database.query({
        text: 'DELETE FROM quarantine WHERE received_at < $1 RETURNING 1 AS dropped',
        values: [before],
      });
      return dropped.length;
    },
  };
}
