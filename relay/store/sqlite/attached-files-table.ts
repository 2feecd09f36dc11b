import type Database from 'better-sqlite3';
import { DAY, type Instant } from '../../../shared/time.ts';
import type { AttachmentKey } from '../attachments-store.ts';

const IS_IT = 'environment = @environment AND customer_id = @customerId AND sha256 = @sha256';

/** The files of instructions and publications in SQLite. */
export function attachedFilesTable(db: Database.Database) {
  const names = db.prepare(
    `SELECT 1 FROM instruction_files WHERE ${IS_IT} UNION ALL SELECT 1 FROM publication_files WHERE ${IS_IT} LIMIT 1`,
  );
  const renew = db.prepare(
    `UPDATE attachments SET begun_at = @at WHERE begun_at < @before AND (environment, customer_id, sha256) IN
       (SELECT environment, customer_id, sha256 FROM instruction_files
        UNION SELECT environment, customer_id, sha256 FROM publication_files AS named WHERE version =
          (SELECT max(version) FROM publications AS kept
           WHERE kept.environment = named.environment AND kept.customer_id = named.customer_id))`,
  );
  return {
    names: ({ environment, customerId, sha256 }: AttachmentKey): boolean =>
      names.get({ environment, customerId, sha256 }) !== undefined,
    renew: (at: Instant): void => {
      renew.run({ at, before: at - DAY });
    },
  };
}
