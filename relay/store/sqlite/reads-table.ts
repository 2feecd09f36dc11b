import type Database from 'better-sqlite3';
import { z } from 'zod';
import { environment } from '../../../shared/environment.ts';
import { customerId } from '../../../shared/ids.ts';
import type { PassedReader, ReadMark } from '../results-store.ts';

const passedRow = z
  .object({ token_id: z.number(), environment, customer_id: customerId, results: z.number() })
  .transform((row): PassedReader => ({
    tokenId: row.token_id,
    environment: row.environment,
    customerId: row.customer_id,
    results: row.results,
  }));

/** How far each token has read each feed. */
export function readsTable(db: Database.Database) {
  const note = db.prepare(
    `INSERT INTO reads (token_id, environment, customer_id, sequence)
     VALUES (@tokenId, @environment, @customerId, @sequence)
     ON CONFLICT DO UPDATE SET sequence = max(sequence, excluded.sequence)`,
  );
  const unread = db.prepare(
    `SELECT token_id, reads.environment, reads.customer_id, count(*) AS results
     FROM reads
     JOIN tokens ON tokens.id = token_id AND revoked_at IS NULL
     JOIN results ON results.environment = reads.environment AND results.customer_id = reads.customer_id
       AND results.sequence > reads.sequence AND results.sequence > @floor AND results.sequence <= @upTo
     GROUP BY token_id, reads.environment, reads.customer_id
     ORDER BY token_id, reads.environment, reads.customer_id`,
  );
  return {
    /** All marks in one transaction. */
    note: (marks: readonly ReadMark[]): void =>
      db
        .transaction(() => {
          for (const mark of marks) note.run(mark);
        })
        .immediate(),
    /** The active tokens with results above `floor`, up to `upTo`, that they have not read. */
    unreadBetween: (floor: number, upTo: number): readonly PassedReader[] =>
      unread.all({ floor, upTo }).map((row) => passedRow.parse(row)),
  };
}
