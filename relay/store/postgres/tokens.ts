import { z } from 'zod';
import { customerId } from '../../../shared/ids.ts';
import { relayRole } from '../../../shared/relay/access.ts';
import type { NewToken, StoredToken } from '../tokens-store.ts';
import type { Instant } from '../../../shared/time.ts';
import { bigint, type Database } from './database.ts';

const tokenRow = z
  .object({
    id: z.number(),
    name: z.string(),
    role: relayRole,
    customers: z.array(customerId).nullable(),
    created_at: bigint,
    revoked_at: bigint.nullable(),
  })
  .transform((row): StoredToken => ({
    id: row.id,
    name: row.name,
    role: row.role,
    customers: row.customers,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }));
const idRow = z.tuple([z.object({ id: z.number() })]);

const COLUMNS = 'id, name, role, customers, created_at, revoked_at';

/** The queries on bearer tokens. Only hashes are stored. */
export function tokensQueries(database: Database, origin: string) {
  return {
    add: async (token: NewToken): Promise<number> => {
      const rows = await database.query({
        text: `INSERT INTO tokens (hash, name, role, customers, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
        values: [token.hash, token.name, token.role, token.customers, token.createdAt],
      });
      return idRow.parse(rows)[0].id;
    },
    findActive: async (hash: Buffer): Promise<StoredToken | null> => {
      const [row] = await database.query({
        name: 'find-token',
        text: `SELECT ${COLUMNS} FROM tokens WHERE hash = $1 AND revoked_at IS NULL`,
        values: [hash],
      });
      return row === undefined ? null : tokenRow.parse(row);
    },
    list: async (): Promise<readonly StoredToken[]> => {
      const rows = await database.query({ text: `SELECT ${COLUMNS} FROM tokens ORDER BY id` });
      return rows.map((row) => tokenRow.parse(row));
    },
    /** Tells every replica, so that polls that wait with this token end. */
    revoke: async (id: number, at: Instant): Promise<boolean> => {
      const revoked = await database.query({
        text: `WITH revoked AS (UPDATE tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING 1)
          SELECT pg_notify('relay_changes', $3 || ' *') FROM revoked`,
        values: [id, at, origin],
      });
      return revoked.length > 0;
    },
  };
}
