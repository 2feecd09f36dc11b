import type Database from 'better-sqlite3';
import type { Instant } from '../../../shared/time.ts';
import {
  QUARANTINE_KEPT,
  quarantineRow,
  type KeptWebhook,
  type QuarantinedWebhook,
} from '../quarantine-store.ts';

/** Webhooks that are no results. */
export function quarantineTable(db: Database.Database) {
  const insert = db.prepare(
    `INSERT INTO quarantine (environment, event, reason, body, received_at)
     VALUES (@environment, @event, @reason, @body, @receivedAt)`,
  );
  const makeRoom = db.prepare('DELETE FROM quarantine WHERE id <= (SELECT max(id) FROM quarantine) - ?');
  const all = db.prepare(
    'SELECT id, environment, event, reason, body, received_at FROM quarantine ORDER BY id',
  );
  const dropOld = db.prepare('DELETE FROM quarantine WHERE received_at < ?');
  const addNow = (webhook: QuarantinedWebhook): void => {
    insert.run(webhook);
    makeRoom.run(QUARANTINE_KEPT);
  };
  return {
    add: (webhook: QuarantinedWebhook): void => db.transaction(() => addNow(webhook)).immediate(),
    read: (): readonly KeptWebhook[] => all.all().map((row) => quarantineRow.parse(row)),
    dropBefore: (before: Instant): number => dropOld.run(before).changes,
  };
}
