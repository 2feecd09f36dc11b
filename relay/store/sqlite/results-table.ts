import { randomBytes } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Instant } from '../../../shared/time.ts';
import type { ArrivedResult, Forgotten, Keeping } from '../results-store.ts';
import { HEAD } from './feed-view.ts';
import { readsTable } from './reads-table.ts';

/** Keeping results and dropping old ones. `epoch`: 16 hex digits that no other run of the relay has. */
export function resultsTable(db: Database.Database, epoch: string = randomBytes(8).toString('hex')) {
  const reads = readsTable(db);
  const repeat = db.prepare(
    `UPDATE results SET deliveries = deliveries + 1, last_received_at = max(last_received_at, @receivedAt)
     WHERE environment = @environment AND kind = @kind AND customer_id = @customerId
       AND subject = @subject AND checksum = @checksum AND succeeded = @succeeded`,
  );
  const insert = db.prepare(
    `INSERT INTO results (environment, kind, customer_id, subject, checksum, succeeded, body, first_received_at, last_received_at)
     VALUES (@environment, @kind, @customerId, @subject, @checksum, @succeeded, @body, @receivedAt, @receivedAt)`,
  );
  const arrive = db.prepare(
    `INSERT INTO arrivals (environment, last_received_at) VALUES (@environment, @receivedAt)
     ON CONFLICT (environment) DO UPDATE SET last_received_at = max(last_received_at, excluded.last_received_at)`,
  );
  // A new epoch with the first result of each run: should this file be set back to an earlier state, what is given from
  // then on belongs to another epoch than what readers have seen (docs/decisions/0005-feed-order.md).
  const beginEpoch = db.prepare(
    `INSERT INTO feed_epochs (first_sequence, epoch) SELECT ${HEAD} + 1, @epoch
     WHERE NOT EXISTS (SELECT 1 FROM feed_epochs WHERE epoch = @epoch)`,
  );
  // The floor moves up to the first result that is young enough: what stays has no hole, whatever the clock did.
  const newFloor = db
    .prepare(
      `SELECT max(floor, coalesce((SELECT sequence - 1 FROM results WHERE first_received_at >= ? ORDER BY sequence LIMIT 1), ${HEAD}))
       FROM store`,
    )
    .pluck();
  const raiseFloor = db.prepare('UPDATE store SET floor = ?');
  const dropBelow = db.prepare('DELETE FROM results WHERE sequence <= ?');

  // An update before the insert, not an upsert: an upsert that updates burns a sequence and leaves a gap.
  const keep = (result: ArrivedResult): Keeping => {
    const row = { ...result, succeeded: result.succeeded ? 1 : 0 };
    arrive.run({ environment: row.environment, receivedAt: row.receivedAt });
    const { body, ...anchors } = row;
    if (repeat.run(anchors).changes > 0) return 'repeated';
    beginEpoch.run({ epoch });
    insert.run({ ...anchors, body });
    return 'first';
  };

  return {
    /** All results in one transaction. */
    keepAll: (results: readonly ArrivedResult[]): readonly Keeping[] =>
      db.transaction(() => results.map(keep)).immediate(),
    noteReads: reads.note,
    forgetBefore: (before: Instant): Forgotten =>
      db
        .transaction((): Forgotten => {
          const floor = z.number().parse(newFloor.get(before));
          const passed = reads.unreadUpTo(floor);
          raiseFloor.run(floor);
          return { dropped: dropBelow.run(floor).changes, passed };
        })
        .immediate(),
  };
}
