import type { KeptLogEntry, LogChainId, LogFork, LogSignature } from '../../../shared/relay/log.ts';
import { LARGEST_ROW, PAGE_BYTES, ROW_BYTES, pageWithin, type PageRead } from '../budgets.ts';
import {
  bytesOfEntry,
  distinctSignatures,
  FORK_COLUMNS,
  forkRow,
  LOG_COLUMNS,
  logRow,
  noteRow,
  type SignaturePlace,
  type StoredNote,
} from '../log-rows.ts';
import type { LogAppend, LogAppending, LogQuery, NoteQuery } from '../logs-store.ts';
import type { FeedKey } from '../results-store.ts';
import { type Database, bigint } from './database.ts';
import { appendLog, signaturesCovering } from './log-append.ts';
import { scanEnd, lockSequences } from './locks.ts';
import { z } from 'zod';
import type { Instant } from '../../../shared/time.ts';

const lastRow = z.tuple([z.object({ last: bigint.nullable() })]);
const droppedRow = z.tuple([z.object({ dropped: bigint })]);

/** Up to the first row that is recent enough, so that the rest has no gaps even after a clock change. */
const LAST_OLD_ENTRY = `
  WITH next AS MATERIALIZED (SELECT sequence, received_at FROM log_entries WHERE sequence > $3 ORDER BY sequence LIMIT $2)
  SELECT coalesce((SELECT min(sequence) - 1 FROM next WHERE received_at >= $1), (SELECT max(sequence) FROM next)) AS last`;

/** Installation logs. */
export function logQueries(database: Database, origin: string) {
  /** Until the next vacuum the index still contains the dropped rows, so the next piece starts behind them. */
  let droppedTo = 0;
  return {
    append: (batch: LogAppend): Promise<LogAppending> =>
      database.transaction((queries) => appendLog(queries, batch, origin)),
    read: async (query: LogQuery): Promise<PageRead<KeptLogEntry>> => {
      const scannedTo = await scanEnd(database, 'log_entries WHERE true', query);
      const rows = await database.query({
        text: `SELECT * FROM (
            SELECT ${LOG_COLUMNS}, sum(octet_length(data) + ${ROW_BYTES}) OVER (ORDER BY sequence) AS bytes,
              row_number() OVER (ORDER BY sequence) AS row
            FROM log_entries JOIN tokens ON tokens.id = token_id
            WHERE environment = $1 AND customer_id = $2 AND sequence > $3
              AND ($4::text IS NULL OR job_id = $4) AND ($5::text IS NULL OR worker = $5)
              AND ($6::text IS NULL OR type = $6) AND ($7::bigint IS NULL OR at >= $7)
              AND ($8::bigint IS NULL OR at < $8) AND ($10::integer IS NULL OR token_id = $10)
              AND ($11::bigint IS NULL OR sequence <= $11)
            ORDER BY sequence LIMIT $9
          ) AS page WHERE row = 1 OR bytes <= ${PAGE_BYTES + LARGEST_ROW} ORDER BY sequence`,
        values: [
          query.environment,
          query.customerId,
          query.after,
          query.jobId,
          query.worker,
          query.type,
          query.from,
          query.until,
          query.limit + 1,
          query.ofToken,
          scannedTo,
        ],
      });
      return pageWithin(
        rows.map((row) => logRow.parse(row)),
        query,
        bytesOfEntry,
        scannedTo,
      );
    },
    notes: async (query: NoteQuery): Promise<PageRead<StoredNote>> => {
      const notes = `log_entries WHERE type IN ('box-mounted', 'box-leaves', 'box-marked')`;
      const scannedTo = await scanEnd(database, notes, query);
      const rows = await database.query({
        text: `SELECT sequence, id, job_id AS "jobId", at, type, data FROM ${notes}
            AND environment = $1 AND customer_id = $2 AND sequence > $3 AND type = $4
            AND token_id <> $5 AND ($6::bigint IS NULL OR sequence <= $6)
          ORDER BY sequence LIMIT $7`,
        values: [
          query.environment,
          query.customerId,
          query.after,
          query.type,
          query.notOfToken,
          scannedTo,
          query.limit + 1,
        ],
      });
      return pageWithin(
        rows.map((row) => noteRow.parse(row)),
        query,
        bytesOfEntry,
        scannedTo,
      );
    },
    forks: async (
      { environment, customerId }: FeedKey,
      chains: readonly LogChainId[],
    ): Promise<readonly LogFork[]> => {
      const rows = await database.query({
        text: `SELECT ${FORK_COLUMNS}
          FROM log_chains AS fork LEFT JOIN log_chains AS other ON other.chain = fork.continues_chain
          WHERE fork.environment = $1 AND fork.customer_id = $2 AND fork.continues_chain IS NOT NULL
            AND (fork.chain = ANY ($3::text[]) OR fork.continues_chain = ANY ($3::text[]))
          ORDER BY fork.chain`,
        values: [environment, customerId, chains],
      });
      return rows.map((row) => forkRow.parse(row));
    },
    signatures: async (places: readonly SignaturePlace[]): Promise<readonly LogSignature[]> =>
      distinctSignatures(await signaturesCovering(database, places)),
    deleteBefore: async (before: Instant, limit: number): Promise<number> => {
      const { dropped, last } = await database.transaction(async ({ query }) => {
        // Locked against a redaction, which locks entries in another order and could deadlock with this transaction.
        await lockSequences({ query });
        const [{ last }] = lastRow.parse(
          await query({ text: LAST_OLD_ENTRY, values: [before, limit, droppedTo] }),
        );
        const deleted = await query({
          text: `WITH gone AS (DELETE FROM log_entries WHERE sequence > $1 AND sequence <= $2 RETURNING 1)
            SELECT count(*) AS dropped FROM gone`,
          values: [droppedTo, last ?? 0],
        });
        return { ...droppedRow.parse(deleted)[0], last };
      });
      droppedTo = dropped === limit ? (last ?? 0) : 0;
      return dropped;
    },
  };
}
