import { z } from 'zod';
import { bytesOfFiles } from '../../../shared/relay/attachments.ts';
import type { Instruction, Publication } from '../../../shared/relay/office-documents.ts';
import type { Instant } from '../../../shared/time.ts';
import { LARGEST_ROW, PAGE_BYTES, pageWithin, type PageRead } from '../budgets.ts';
import {
  bytesOnPage,
  inForceRow,
  instructionRow,
  versioned,
  type InstructionKeeping,
  type InstructionQuery,
  type InstructionToKeep,
  type KeptInstruction,
  numbered,
  publicationRow,
  type PublicationKeeping,
  type PublicationToKeep,
} from '../office-documents-store.ts';
import { costOfPlan } from '../log-rows.ts';
import { bigint, type Database, type Queries } from './database.ts';
import { holdFiles } from './attachments.ts';
import { holdOffRemovals, lockSubject } from './locks.ts';
import { takeOfDay } from './tokens.ts';
import type { FeedKey } from '../results-store.ts';

const CUSTOMER = 'environment = $1 AND customer_id = $2';
const headRow = z.tuple([z.object({ head: bigint.nullable() })]);
const sequenceRow = z.tuple([z.object({ sequence: bigint })]);

/** Keeps an instruction under the next sequence, whose row stays locked until the commit. */
async function put({ query }: Queries, body: KeptInstruction, at: Instant): Promise<Instruction> {
  const { environment, customerId, id, content } = body;
  const key = [environment, customerId, id];
  const files = content?.files ?? [];
  await query({ text: `DELETE FROM instruction_files WHERE ${CUSTOMER} AND id = $3`, values: key });
  await query({
    text: `INSERT INTO instruction_files (environment, customer_id, id, sha256)
      SELECT $1, $2, $3, sha256 FROM unnest($4::text[]) AS sha256`,
    values: [...key, files.map(({ sha256 }) => sha256)],
  });
  const [{ sequence }] = sequenceRow.parse(
    await query({
      text: `WITH next AS (UPDATE instruction_sequence SET last = last + 1 RETURNING last)
        INSERT INTO instructions (sequence, environment, customer_id, id, changed_at, withdrawn, bytes, body)
        SELECT next.last, $1, $2, $3, $4, $5, $6, $7 FROM next
        ON CONFLICT (environment, customer_id, id) DO UPDATE SET sequence = excluded.sequence,
          changed_at = excluded.changed_at, withdrawn = excluded.withdrawn, bytes = excluded.bytes, body = excluded.body
        RETURNING sequence`,
      values: [...key, at, content === null, bytesOfFiles(files), JSON.stringify(body)],
    }),
  );
  return { ...body, sequence };
}

/** Fitting instructions in PostgreSQL. Locks are taken in the order of `locks.ts`. */
export function instructionQueries(database: Database) {
  const keepNow = async (queries: Queries, given: InstructionToKeep): Promise<InstructionKeeping> => {
    const { environment, customerId, id } = given;
    const key = [environment, customerId, id];
    await holdOffRemovals(queries, given);
    await lockSubject(queries, `instructions ${environment} ${customerId}`);
    const [row] = await queries.query({
      text: `SELECT sequence, id, body FROM instructions WHERE ${CUSTOMER} AND id = $3`,
      values: key,
    });
    const [others] = await queries.query({
      text: `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM instructions
        WHERE ${CUSTOMER} AND id <> $3 AND NOT withdrawn`,
      values: key,
    });
    const before = row === undefined ? null : instructionRow.parse(row);
    const after = versioned(before, given, inForceRow.parse(others));
    if (after.kind === 'repeat' && before !== null) return { kind: 'kept', instruction: before };
    if (after.kind === 'full') return { kind: 'full' };
    if (after.kind !== 'fresh') return { kind: 'stale', current: before };
    if (!(await holdFiles(queries, given, given.content?.files ?? [], given.receivedAt))) {
      return { kind: 'file-missing' };
    }
    if (!(await takeOfDay(queries, given, costOfPlan(given)))) return { kind: 'over-quota' };
    return { kind: 'kept', instruction: await put(queries, after.body, given.receivedAt) };
  };

  return {
    keep: (given: InstructionToKeep) => database.transaction((queries) => keepNow(queries, given)),
    read: async (query: InstructionQuery): Promise<PageRead<Instruction>> => {
      const { environment, customerId, limit } = query;
      // Read first, so that the reader's cursor does not pass changes that commit during the query.
      const [{ head }] = headRow.parse(
        await database.query({
          text: `SELECT max(sequence) AS head FROM instructions WHERE ${CUSTOMER}`,
          values: [environment, customerId],
        }),
      );
      const newest = head ?? 0;
      // A restored store has fewer changes than the reader has seen, so it sends them from the beginning.
      const after = query.after > newest ? 0 : query.after;
      const found = await database.query({
        text: `SELECT sequence, id, body FROM (
            SELECT *, sum(octet_length(body)) OVER (ORDER BY sequence) AS size,
              row_number() OVER (ORDER BY sequence) AS place
            FROM (
              SELECT sequence, id, body FROM instructions
              WHERE ${CUSTOMER} AND sequence > $3 AND sequence <= $4 ORDER BY sequence LIMIT $5
            ) AS asked
          ) AS counted WHERE place = 1 OR size <= ${PAGE_BYTES + LARGEST_ROW} ORDER BY sequence`,
        values: [environment, customerId, after, newest, limit + 1],
      });
      const rows = found.map((row) => instructionRow.parse(row));
      const read = pageWithin(rows, { after, limit }, bytesOnPage, null);
      return { ...read, readUpTo: read.more ? read.readUpTo : newest };
    },
    deleteWithdrawnBefore: async (before: Instant, limit: number): Promise<number> => {
      const rows = await database.query({
        text: `DELETE FROM instructions WHERE sequence IN
            (SELECT sequence FROM instructions WHERE withdrawn AND changed_at < $1 ORDER BY changed_at LIMIT $2
              FOR UPDATE SKIP LOCKED)
          RETURNING 1 AS gone`,
        values: [before, limit],
      });
      return rows.length;
    },
  };
}

/** Publications in PostgreSQL. Locks are taken in the order of `locks.ts`. */
export function publicationQueries(database: Database) {
  const newest = async (
    { query }: Pick<Queries, 'query'>,
    { environment, customerId }: FeedKey,
  ): Promise<Publication | null> => {
    const [row] = await query({
      text: `SELECT body FROM publications WHERE environment = $1 AND customer_id = $2
        ORDER BY version DESC LIMIT 1`,
      values: [environment, customerId],
    });
    return row === undefined ? null : publicationRow.parse(row);
  };

  const keepNow = async (queries: Queries, given: PublicationToKeep): Promise<PublicationKeeping> => {
    const { environment, customerId, version, receivedAt } = given;
    await holdOffRemovals(queries, given);
    await lockSubject(queries, `publications ${environment} ${customerId}`);
    const before = await newest(queries, given);
    const after = numbered(before, given);
    if (after.kind === 'repeat' && before !== null) return { kind: 'kept', publication: before };
    if (after.kind !== 'fresh') return { kind: 'stale', newest: before?.version ?? 0 };
    if (!(await holdFiles(queries, given, given.files, receivedAt))) return { kind: 'file-missing' };
    if (!(await takeOfDay(queries, given, costOfPlan(given)))) return { kind: 'over-quota' };
    await queries.query({
      text: `INSERT INTO publications (environment, customer_id, version, received_at, body)
        VALUES ($1, $2, $3, $4, $5)`,
      values: [environment, customerId, version, receivedAt, JSON.stringify(after.body)],
    });
    await queries.query({
      text: `INSERT INTO publication_files (environment, customer_id, sha256, version)
        SELECT $1, $2, sha256, $3 FROM unnest($4::text[]) AS sha256
        ON CONFLICT (environment, customer_id, sha256) DO UPDATE SET version = excluded.version`,
      values: [environment, customerId, version, given.files.map(({ sha256 }) => sha256)],
    });
    return { kind: 'kept', publication: after.body };
  };

  return {
    keep: (given: PublicationToKeep) => database.transaction((queries) => keepNow(queries, given)),
    newest: (feed: FeedKey) => newest(database, feed),
  };
}
