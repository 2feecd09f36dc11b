import type Database from 'better-sqlite3';
import { z } from 'zod';
import { environment } from '../../../shared/environment.ts';
import { customerId } from '../../../shared/ids.ts';
import { instant, type Instant } from '../../../shared/time.ts';
import type { NewToken, StoredToken, TokenRotation, TokenUse } from '../tokens-store.ts';
import { TOKEN_COLUMNS, tokenRow } from '../token-row.ts';

const customersText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(customerId));

const environmentsText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(environment));

const rowOfToken = tokenRow(customersText, environmentsText, instant);

/** The queries on bearer tokens. Only hashes are stored. */
export function tokensTable(db: Database.Database) {
  const insert = db
    .prepare(
      `INSERT INTO tokens (hash, name, role, customers, environments, created_at, expires_at)
       VALUES (@hash, @name, @role, @customers, @environments, @createdAt, @expiresAt) RETURNING id`,
    )
    .pluck();
  const findActive = db.prepare(
    `SELECT ${TOKEN_COLUMNS} FROM tokens
     WHERE (hash = @hash OR (old_hash = @hash AND old_until > @at))
       AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @at)`,
  );
  const all = db.prepare(`SELECT ${TOKEN_COLUMNS} FROM tokens ORDER BY id`);
  const revoke = db.prepare('UPDATE tokens SET revoked_at = @at WHERE id = @id AND revoked_at IS NULL');
  const rotate = db.prepare(
    'UPDATE tokens SET old_hash = hash, old_until = @oldUntil, hash = @hash WHERE id = @id AND revoked_at IS NULL',
  );
  const use = db.prepare(
    'UPDATE tokens SET last_used_at = @at WHERE id = @tokenId AND coalesce(last_used_at, @at - 1) < @at',
  );

  return {
    add: (token: NewToken): number => {
      const customers = token.customers === null ? null : JSON.stringify(token.customers);
      const environments = token.environments === null ? null : JSON.stringify(token.environments);
      return db
        .transaction(() => z.number().parse(insert.get({ ...token, customers, environments })))
        .immediate();
    },
    findActive: (hash: Buffer, at: Instant): StoredToken | null => {
      const row = findActive.get({ hash, at });
      return row === undefined ? null : rowOfToken.parse(row);
    },
    list: (): readonly StoredToken[] => all.all().map((row) => rowOfToken.parse(row)),
    revoke: (id: number, at: Instant): boolean =>
      db.transaction(() => revoke.run({ id, at }).changes > 0).immediate(),
    rotate: (id: number, rotation: TokenRotation): boolean =>
      db.transaction(() => rotate.run({ id, ...rotation }).changes > 0).immediate(),
    noteUses: (uses: readonly TokenUse[]): void =>
      db
        .transaction(() => {
          for (const one of uses) use.run(one);
        })
        .immediate(),
  };
}
