import { z } from 'zod';
import type { Removal } from '../../../shared/relay/removals.ts';
import type { AttachmentKey } from '../attachments-store.ts';
import {
  type LogAppend,
  orderForOthers,
  BLANK_REVIEW,
  bytesOfRemoval,
  removalRow,
  thingsText,
  type RemovalQuery,
  type RemovalToKeep,
  type RemovedKind,
} from '../logs-store.ts';
import { LARGEST_ROW, PAGE_BYTES, pageWithin, type PageRead } from '../budgets.ts';
import type { FeedKey } from '../results-store.ts';
import type { Database, Queries } from './database.ts';
import { blankPlansOf } from './jobs.ts';

const CUSTOMER = 'environment = $1 AND customer_id = $2';

const roleRow = z.tuple([z.object({ role: z.string() })]);
const byRow = z.object({ token_id: z.number() });
const jobRow = z.object({ job_id: z.string() });

/** Whether an item of this customer was removed on request. */
export async function isRemoved(
  { query }: Queries,
  { environment, customerId }: FeedKey,
  what: RemovedKind,
  name: string,
): Promise<boolean> {
  const rows = await query({
    text: `SELECT 1 AS there FROM removed WHERE ${CUSTOMER} AND what = $3 AND name = $4`,
    values: [environment, customerId, what, name],
  });
  return rows.length > 0;
}

/**
 * Carries out a removal that an entry orders, within the transaction that stores the entry. False = there was nothing
 * to remove.
 */
export async function carryOutRemoval(
  queries: Queries,
  asked: RemovalToKeep,
  append: LogAppend,
): Promise<boolean> {
  const { query } = queries;
  const { environment, customerId, tokenId, receivedAt } = append;
  const key = [environment, customerId];
  const things = await permitted(queries, asked, append);
  const shared = orderForOthers(asked, things);
  if (shared === null) return false;
  // The lock on the log's sequences is held, so no other transaction takes one.
  const kept = await query({
    text: `INSERT INTO removals (sequence, id, environment, customer_id, token_id, received_at, things)
      SELECT coalesce(max(sequence), 0) + 1, $3, $1, $2, $4, $5, $6 FROM removals
      ON CONFLICT (id) DO NOTHING RETURNING sequence`,
    values: [...key, asked.id, tokenId, receivedAt, thingsText(shared)],
  });
  if (kept.length === 0) return false;
  const blank = `${BLANK_REVIEW} WHERE ${CUSTOMER}`;
  const carried: readonly (readonly [RemovedKind, readonly string[], string])[] = [
    ['job', things.jobs, `${blank} AND job_id = ANY ($3::text[])`],
    ['review', things.reviews, `${blank} AND id = ANY ($3::text[])`],
    [
      'photo',
      things.photos,
      `UPDATE attachments SET removed = true WHERE ${CUSTOMER} AND sha256 = ANY ($3::text[])`,
    ],
  ];
  const note = (what: RemovedKind, names: readonly string[]) =>
    query({
      text: `INSERT INTO removed (environment, customer_id, what, name)
        SELECT $1, $2, $4, name FROM unnest($3::text[]) AS name ON CONFLICT DO NOTHING`,
      values: [...key, names, what],
    });
  for (const [what, names, text] of carried) {
    await note(what, names);
    await query({ text, values: [...key, names] });
  }
  await query({
    text: `DELETE FROM mirrors WHERE ${CUSTOMER} AND job_id = ANY ($3::text[])`,
    values: [...key, things.jobs],
  });
  await note('plan', things.plans);
  if (things.jobs.length + things.plans.length > 0) await blankPlansOf(queries, append, things, receivedAt);
  return true;
}

/** The permitted part of a removal for the token. */
async function permitted(
  { query }: Queries,
  asked: RemovalToKeep,
  { environment, customerId, tokenId }: LogAppend,
): Promise<RemovalToKeep> {
  const [{ role }] = roleRow.parse(
    await query({ text: 'SELECT role FROM tokens WHERE id = $1', values: [tokenId] }),
  );
  if (role !== 'installer') return asked;
  const key = [environment, customerId];
  const ownJob = async (job: string): Promise<boolean> => {
    const [row] = await query({
      text: `SELECT token_id FROM log_jobs WHERE ${CUSTOMER} AND job_id = $3 ORDER BY first_sequence LIMIT 1`,
      values: [...key, job],
    });
    return row !== undefined && byRow.parse(row).token_id === tokenId;
  };
  const ownReview = async (id: string): Promise<boolean> => {
    const [row] = await query({
      text: `SELECT job_id FROM reviews WHERE ${CUSTOMER} AND id = $3`,
      values: [...key, id],
    });
    return row !== undefined && ownJob(jobRow.parse(row).job_id);
  };
  const ownPhoto = async (sha256: string): Promise<boolean> => {
    const [row] = await query({
      text: `SELECT token_id FROM attachments WHERE ${CUSTOMER} AND sha256 = $3`,
      values: [...key, sha256],
    });
    if (row !== undefined) return byRow.parse(row).token_id === tokenId;
    const named = await query({
      text: `SELECT 1 AS there FROM log_digests WHERE ${CUSTOMER} AND sha256 = $3 AND token_id = $4 LIMIT 1`,
      values: [...key, sha256, tokenId],
    });
    return named.length > 0;
  };
  const those = async <Name extends string>(
    all: readonly Name[],
    own: (name: Name) => Promise<boolean>,
  ): Promise<readonly Name[]> => {
    const found: Name[] = [];
    for (const name of all) if (await own(name)) found.push(name);
    return found;
  };
  return {
    ...asked,
    jobs: await those(asked.jobs, ownJob),
    reviews: await those(asked.reviews, ownReview),
    photos: await those(asked.photos, ownPhoto),
    // Planned jobs belong to the office, whichever laptop reads them.
    plans: [],
  };
}

/** Reads removed items. */
export function removalQueries(database: Database) {
  return {
    read: async (query: RemovalQuery): Promise<PageRead<Removal>> => {
      const { environment, customerId, after, limit } = query;
      const rows = await database.query({
        text: `SELECT sequence, id, received_at, things FROM (
            SELECT *, sum(octet_length(things)) OVER (ORDER BY sequence) AS bytes,
              row_number() OVER (ORDER BY sequence) AS place
            FROM (
              SELECT sequence, id, received_at, things FROM removals
              WHERE ${CUSTOMER} AND sequence > $3 ORDER BY sequence LIMIT $4
            ) AS asked
          ) AS counted WHERE place = 1 OR bytes <= ${PAGE_BYTES + LARGEST_ROW} ORDER BY sequence`,
        values: [environment, customerId, after, limit + 1],
      });
      return pageWithin(
        rows.map((row) => removalRow.parse(row)),
        query,
        bytesOfRemoval,
        null,
      );
    },
    isAttachmentRemoved: ({ sha256, ...feed }: AttachmentKey): Promise<boolean> =>
      isRemoved(database, feed, 'photo', sha256),
  };
}
