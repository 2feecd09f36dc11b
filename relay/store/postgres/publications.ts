import type { Publication } from '../../../shared/relay/office-documents.ts';
import { costOfPlan } from '../log-rows.ts';
import {
  numbered,
  publicationRow,
  type PublicationKeeping,
  type PublicationToKeep,
} from '../publications-store.ts';
import type { FeedKey } from '../results-store.ts';
import type { Database, Queries } from './database.ts';
import { lockSubject } from './locks.ts';
import { takeOfDay } from './tokens.ts';

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
    await lockSubject(queries, `publications ${environment} ${customerId}`);
    const before = await newest(queries, given);
    const after = numbered(before, given);
    if (after.kind === 'repeat' && before !== null) return { kind: 'kept', publication: before };
    if (after.kind !== 'fresh') return { kind: 'stale', newest: before?.version ?? 0 };
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
