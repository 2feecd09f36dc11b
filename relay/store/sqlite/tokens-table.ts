import type Database from 'better-sqlite3';
import { z } from 'zod';
import { customerId } from '../../../shared/ids.ts';
import { relayRole } from '../../../shared/relay/access.ts';
import { instant, type Instant } from '../../../shared/time.ts';
import type { NewToken, StoredToken } from '../tokens-store.ts';

const customersText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(customerId));

const tokenRow = z
  .object({
    id: z.number(),
    name: z.string(),
    role: relayRole,
    customers: customersText.nullable(),
    created_at: instant,
    revoked_at: instant.nullable(),
  })
  .transform((row): StoredToken => ({
    id: row.id,
    name: row.name,
    role: row.role,
    customers: row.customers,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  }));

const COLUMNS = 'id, name, role, customers, created_at, revoked_at';

/** The queries on bearer tokens. Only hashes are stored. */
export function tokensTable(db: Database.Database) {
  const insert = db
    .prepare(
      `INSERT INTO tokens (hash, name, role, customers, created_at)
       VALUES (@hash, @name, @role, @customers, @createdAt) RETURNING id`,
    )
    .pluck();
  const findActive = db.prepare(`SELECT ${COLUMNS} FROM tokens WHERE hash = ? AND revoked_at IS NULL`);
  const all = db.prepare(`SELECT ${COLUMNS} FROM tokens ORDER BY id`);
  const revoke = db.prepare('UPDATE tokens SET revoked_at = @at WHERE id = @id AND revoked_at IS NULL');

  return {
    add: (token: NewToken): number => {
      const customers = token.customers === null ? null : JSON.stringify(token.customers);
      return db.transaction(() => z.number().parse(insert.get({ ...token, customers }))).immediate();
    },
    findActive: (hash: Buffer): StoredToken | null => {
      const row = findActive.get(hash);
      return row === undefined ? null : tokenRow.parse(row);
    },
    list: (): readonly StoredToken[] => all.all().map((row) => tokenRow.parse(row)),
    revoke: (id: number, at: Instant): boolean =>
      db.transaction(() => revoke.run({ id, at }).changes > 0).immediate(),
  };
}
