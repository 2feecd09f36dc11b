import type Database from 'better-sqlite3';
import type { Publication } from '../../../shared/relay/office-documents.ts';
import { costOfPlan } from '../log-rows.ts';
import {
  numbered,
  publicationRow,
  type PublicationKeeping,
  type PublicationToKeep,
} from '../publications-store.ts';
import type { FeedKey } from '../results-store.ts';
import { takingOfDay } from './tokens-table.ts';

/** Publications in SQLite. The rule of versions is in `publications-store.ts`. */
export function publicationsTable(db: Database.Database) {
  const takeOfDay = takingOfDay(db);
  const newest = db.prepare(
    `SELECT body FROM publications WHERE environment = @environment AND customer_id = @customerId
     ORDER BY version DESC LIMIT 1`,
  );
  const insert = db.prepare(
    `INSERT INTO publications (environment, customer_id, version, received_at, body)
     VALUES (@environment, @customerId, @version, @receivedAt, @body)`,
  );
  const nameFile = db.prepare(
    `INSERT INTO publication_files (environment, customer_id, sha256, version)
     VALUES (@environment, @customerId, @sha256, @version)
     ON CONFLICT (environment, customer_id, sha256) DO UPDATE SET version = excluded.version`,
  );
  const readNow = ({ environment, customerId }: FeedKey): Publication | null =>
    publicationRow.nullable().parse(newest.get({ environment, customerId }) ?? null);

  const keepNow = (given: PublicationToKeep): PublicationKeeping => {
    const before = readNow(given);
    const after = numbered(before, given);
    if (after.kind === 'repeat' && before !== null) return { kind: 'kept', publication: before };
    if (after.kind !== 'fresh') return { kind: 'stale', newest: before?.version ?? 0 };
    if (!takeOfDay(given, costOfPlan(given))) return { kind: 'over-quota' };
    const { environment, customerId, version, receivedAt } = given;
    insert.run({ environment, customerId, version, receivedAt, body: JSON.stringify(after.body) });
    for (const { sha256 } of given.files) nameFile.run({ environment, customerId, sha256, version });
    return { kind: 'kept', publication: after.body };
  };

  return {
    keep: (given: PublicationToKeep): PublicationKeeping => db.transaction(() => keepNow(given)).immediate(),
    newest: readNow,
  };
}
