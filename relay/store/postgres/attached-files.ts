import { DAY, type Instant } from '../../../shared/time.ts';
import type { AttachmentKey } from '../attachments-store.ts';
import type { Database } from './database.ts';

const IS_IT = 'environment = $1 AND customer_id = $2 AND sha256 = $3';

/** The files of instructions and publications in PostgreSQL. */
export function attachedFileQueries(database: Database) {
  return {
    names: async ({ environment, customerId, sha256 }: AttachmentKey): Promise<boolean> => {
      const rows = await database.query({
        text: `SELECT 1 AS there FROM instruction_files WHERE ${IS_IT}
          UNION ALL SELECT 1 FROM publication_files WHERE ${IS_IT} LIMIT 1`,
        values: [environment, customerId, sha256],
      });
      return rows.length > 0;
    },
    /** Skips locked rows, so that it cannot deadlock with a removal; the next sweep renews those. */
    renew: async (at: Instant): Promise<void> => {
      await database.query({
        text: `WITH named AS MATERIALIZED (
            SELECT environment, customer_id, sha256 FROM attachments
            WHERE begun_at < $2 AND (environment, customer_id, sha256) IN
              (SELECT environment, customer_id, sha256 FROM instruction_files
               UNION SELECT environment, customer_id, sha256 FROM publication_files AS kept_files WHERE version =
                 (SELECT max(version) FROM publications AS kept WHERE kept.environment = kept_files.environment
                   AND kept.customer_id = kept_files.customer_id))
            FOR UPDATE SKIP LOCKED)
          UPDATE attachments SET begun_at = $1 FROM named
          WHERE attachments.environment = named.environment AND attachments.customer_id = named.customer_id
            AND attachments.sha256 = named.sha256`,
        values: [at, at - DAY],
      });
    },
  };
}
