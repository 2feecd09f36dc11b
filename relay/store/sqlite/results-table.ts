import { randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { type Instant, instant } from '../../../shared/time.ts';
import {
  type ArrivedResult,
  type DeletedResults,
  type Keeping,
  type PassedReader,
  type ReadMark,
  QUARANTINE_KEPT,
  quarantineRow,
  type KeptWebhook,
  type QuarantinedWebhook,
} from '../results-store.ts';
import { HEAD } from './feed-view.ts';
import { environment, customerId, type Environment } from '../../../shared/ids.ts';
import { resultKind } from '../../../shared/relay/results.ts';

/* Results of the operator, how far each token has read, and the webhooks that are no results, in SQLite. */

const headSequence = z.number();
const floorsRow = z.object({ floor: z.number(), upTo: z.number() });

/** Queries that keep results and drop old ones. `epoch`: 16 hex digits that no other run of the relay has. */
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
  // Inserts a whole group at once, in the form that `packed` writes. It is rolled back when one of the results is known
  // already.
  const insertAll = db.prepare(
    `INSERT INTO results (environment, kind, customer_id, succeeded, first_received_at, last_received_at, subject, checksum, body)
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 4,
       CAST(substr(@bytes, value ->> 5, value ->> 6) AS TEXT),
       CAST(substr(@bytes, (value ->> 5) + (value ->> 6), value ->> 7) AS TEXT),
       substr(@bytes, (value ->> 5) + (value ->> 6) + (value ->> 7), value ->> 8)
     FROM json_each(@rows)`,
  );
  const head = db.prepare(`SELECT ${HEAD}`).pluck();
  const arrive = db.prepare(
    `INSERT INTO arrivals (environment, last_received_at) VALUES (@environment, @receivedAt)
     ON CONFLICT (environment) DO UPDATE SET last_received_at = max(last_received_at, excluded.last_received_at)`,
  );
  // The first result of each run begins a new epoch. If this file is restored to an earlier state, later results belong
  // to another epoch than the one readers have seen (docs/decisions/0005-feed-order.md).
  const beginEpoch = db.prepare(
    `INSERT INTO feed_epochs (first_sequence, epoch) SELECT @first, @epoch
     WHERE NOT EXISTS (SELECT 1 FROM feed_epochs WHERE epoch = @epoch)`,
  );
  // Raises the floor up to the first result that is recent enough, so that the rest has no gaps even after a clock
  // change.
  const floors = db.prepare(
    `WITH next AS MATERIALIZED (
       SELECT sequence, first_received_at FROM results WHERE sequence > (SELECT floor FROM store) ORDER BY sequence LIMIT @limit
     )
     SELECT floor, max(floor, coalesce(
         (SELECT min(sequence) - 1 FROM next WHERE first_received_at >= @before),
         (SELECT max(sequence) FROM next HAVING count(*) = @limit),
         ${HEAD})) AS upTo
     FROM store`,
  );
  const raiseFloor = db.prepare('UPDATE store SET floor = ?');
  const dropBelow = db.prepare(
    'DELETE FROM results WHERE sequence IN (SELECT sequence FROM results WHERE sequence <= ? ORDER BY sequence LIMIT ?)',
  );

  // An update before the insert, not an upsert: an upsert that updates burns a sequence and leaves a gap.
  const keep = ({ body, succeeded, ...result }: ArrivedResult, begin: () => void): Keeping => {
    const anchors = { ...result, succeeded: succeeded ? 1 : 0 };
    if (repeat.run(anchors).changes > 0) return 'repeated';
    begin();
    insert.run({ ...anchors, body });
    return 'first';
  };

  const keepEach = (results: readonly ArrivedResult[], first: number): readonly Keeping[] => {
    let begun = false;
    const begin = (): void => {
      if (!begun) beginEpoch.run({ epoch, first });
      begun = true;
    };
    return results.map((result) => keep(result, begin));
  };

  const keepNew = ({ rows, bytes }: PackedResults, first: number): readonly Keeping[] => {
    const { changes } = insertAll.run({ rows, bytes });
    beginEpoch.run({ epoch, first });
    return Array.from({ length: changes }, () => 'first');
  };

  const keepGroup = db.transaction((group: PackedResults): readonly Keeping[] => {
    for (const [environment, receivedAt] of group.arrivals) arrive.run({ environment, receivedAt });
    const first = headSequence.parse(head.get()) + 1;
    try {
      return keepNew(group, first);
    } catch (reason) {
      // Nearly every group has new results only; otherwise each result is stored separately.
      if (isRepeat(reason)) return keepEach(unpacked(group), first);
      throw reason;
    }
  });

  return {
    /** All results in one transaction. */
    keepAll: (results: readonly ArrivedResult[]): readonly Keeping[] => keepGroup.immediate(packed(results)),
    /** Like `keepAll`, for results that another thread has packed. */
    keepPacked: (group: PackedResults): readonly Keeping[] => keepGroup.immediate(group),
    noteReads: reads.note,
    deleteBefore: (before: Instant, limit: number): DeletedResults =>
      db
        .transaction((): DeletedResults => {
          const { floor, upTo } = floorsRow.parse(floors.get({ before, limit }));
          const passed = reads.unreadBetween(floor, upTo);
          raiseFloor.run(upTo);
          const dropped = dropBelow.run(upTo, limit).changes;
          return { dropped, passed, more: dropped === limit };
        })
        .immediate(),
  };
}

const isRepeat = (reason: unknown): boolean =>
  reason instanceof Database.SqliteError && reason.code === 'SQLITE_CONSTRAINT_UNIQUE';

const passedRow = z
  .object({ token_id: z.number(), environment, customer_id: customerId, results: z.number() })
  .transform((row): PassedReader => ({
    tokenId: row.token_id,
    environment: row.environment,
    customerId: row.customer_id,
    results: row.results,
  }));

/** How far each token has read each feed. */
function readsTable(db: Database.Database) {
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
    /** The active tokens with unread results above `floor`, up to `upTo`. */
    unreadBetween: (floor: number, upTo: number): readonly PassedReader[] =>
      unread.all({ floor, upTo }).map((row) => passedRow.parse(row)),
  };
}

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

/**
 * Results in a form that SQLite itself can parse, so that a group is passed to the writing thread as two values and
 * inserted by one statement.
 *
 * `rows` is JSON, an array for each result: environment, kind, customer, success, arrival time, offset of its bytes
 * (from 1, as SQLite counts), and the byte lengths of its subject, checksum and body. Text from a sender is stored
 * in the bytes, because SQLite's JSON functions end a text at the first NUL.
 */
export type PackedResults = {
  readonly rows: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Arrival time of the latest result of each environment. */
  readonly arrivals: readonly (readonly [Environment, Instant])[];
};

/**
 * Copied, because a body may be a view of a large shared buffer, and the whole buffer would be copied to the thread
 * with each of them.
 */
export function packed(results: readonly ArrivedResult[]): PackedResults {
  const size = results.reduce(
    (total, { subject, checksum, body }) =>
      total + Buffer.byteLength(subject) + Buffer.byteLength(checksum) + body.length,
    0,
  );
  const bytes = new Uint8Array(size);
  const memory = Buffer.from(bytes.buffer);
  let at = 0;
  const latest = new Map<Environment, Instant>();
  const rows = results.map((result) => {
    const { environment: named, kind, customerId: customer, succeeded, receivedAt } = result;
    latest.set(named, Math.max(receivedAt, latest.get(named) ?? receivedAt));
    const begins = at;
    const checksum = begins + memory.write(result.subject, begins);
    const body = checksum + memory.write(result.checksum, checksum);
    at = body + result.body.copy(memory, body);
    const lengths = [checksum - begins, body - checksum, at - body];
    return [named, kind, customer, succeeded ? 1 : 0, receivedAt, begins + 1, ...lengths];
  });
  return { rows: JSON.stringify(rows), bytes, arrivals: [...latest] };
}

const count = z.number().int().nonnegative();
const packedRows = z.array(
  z.tuple([environment, resultKind, customerId, z.literal([0, 1]), instant, count, count, count, count]),
);

/** The packed results, one by one. */
export function unpacked({ rows, bytes }: PackedResults): readonly ArrivedResult[] {
  const memory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return packedRows
    .parse(JSON.parse(rows))
    .map(([named, kind, customer, succeeded, receivedAt, begins, subject, checksum, body]) => {
      const first = begins - 1;
      const second = first + subject;
      const third = second + checksum;
      return {
        environment: named,
        kind,
        customerId: customer,
        subject: memory.toString('utf8', first, second),
        checksum: memory.toString('utf8', second, third),
        succeeded: succeeded === 1,
        body: memory.subarray(third, third + body),
        receivedAt,
      };
    });
}
