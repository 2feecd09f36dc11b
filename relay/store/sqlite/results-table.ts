import { randomBytes } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Environment } from '../../../shared/environment.ts';
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
  const keep = ({ body, succeeded, ...result }: ArrivedResult, begin: () => void): Keeping => {
    const anchors = { ...result, succeeded: succeeded ? 1 : 0 };
    if (repeat.run(anchors).changes > 0) return 'repeated';
    begin();
    insert.run({ ...anchors, body });
    return 'first';
  };

  const keepGroup = db.transaction((results: readonly ArrivedResult[]): readonly Keeping[] => {
    const latest = new Map<Environment, Instant>();
    for (const { environment, receivedAt } of results) {
      latest.set(environment, Math.max(receivedAt, latest.get(environment) ?? receivedAt));
    }
    for (const [environment, receivedAt] of latest) arrive.run({ environment, receivedAt });
    let begun = false;
    const begin = (): void => {
      if (!begun) beginEpoch.run({ epoch });
      begun = true;
    };
    return results.map((result) => keep(result, begin));
  });

  return {
    /** All results in one transaction. */
    keepAll: (results: readonly ArrivedResult[]): readonly Keeping[] => keepGroup.immediate(results),
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
