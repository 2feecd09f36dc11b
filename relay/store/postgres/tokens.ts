import { z } from 'zod';
import { environment } from '../../../shared/environment.ts';
import { customerId } from '../../../shared/ids.ts';
import type { NewToken, StoredToken, TokenRotation, TokenUse } from '../tokens-store.ts';
import { TOKEN_COLUMNS, tokenRow } from '../token-row.ts';
import type { Instant } from '../../../shared/time.ts';
import { groupCommit } from '../group-commit.ts';
import { bigint, type Database } from './database.ts';

const rowOfToken = tokenRow(z.array(customerId), z.array(environment), bigint);
type Wanted = { readonly hash: Buffer; readonly at: Instant };
type Found = { readonly token: StoredToken | null };
const placeRow = z.object({ n: z.number() });
const idRow = z.tuple([z.object({ id: z.number() })]);

/** The queries on bearer tokens. Only hashes are stored. @param reserved connections that no laptop's query takes. */
export function tokensQueries(database: Database, reserved: Database, origin: string) {
  const looks = groupCommit(async (wanted: readonly Wanted[]): Promise<readonly Found[]> => {
    const rows = await database.query({
      name: 'find-tokens',
      text: `SELECT n::integer, ${TOKEN_COLUMNS} FROM unnest($1::bytea[], $2::bigint[]) WITH ORDINALITY AS wanted (hash, at, n)
        JOIN LATERAL (
          SELECT * FROM tokens
          WHERE (tokens.hash = wanted.hash OR (old_hash = wanted.hash AND old_until > wanted.at))
            AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > wanted.at)
        ) AS found ON true`,
      values: [wanted.map(({ hash }) => hash), wanted.map(({ at }) => at)],
    });
    const found = new Map(rows.map((row) => [placeRow.parse(row).n, rowOfToken.parse(row)]));
    return wanted.map((_, index) => ({ token: found.get(index + 1) ?? null }));
  });
  return {
    add: async (token: NewToken): Promise<number> => {
      const rows = await database.query({
        text: `INSERT INTO tokens (hash, name, role, customers, created_at, expires_at, environments)
          VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
        values: [
          token.hash,
          token.name,
          token.role,
          token.customers,
          token.createdAt,
          token.expiresAt,
          token.environments,
        ],
      });
      return idRow.parse(rows)[0].id;
    },
    /**
     * One query for all callers of the same time: a result wakes every laptop of its customer at once. No caller gets a query that
     * began before it asked, so a token that is revoked gets nothing more from that moment on.
     */
    findActive: async (hash: Buffer, at: Instant): Promise<StoredToken | null> =>
      (await looks.add({ hash, at })).token,
    list: async (): Promise<readonly StoredToken[]> => {
      const rows = await database.query({ text: `SELECT ${TOKEN_COLUMNS} FROM tokens ORDER BY id` });
      return rows.map((row) => rowOfToken.parse(row));
    },
    /** Tells every replica, so that polls that wait with this token end. */
    revoke: async (id: number, at: Instant): Promise<boolean> => {
      const revoked = await reserved.query({
        text: `WITH revoked AS (UPDATE tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING 1)
          SELECT pg_notify('relay_changes', $3 || ' *') FROM revoked`,
        values: [id, at, origin],
      });
      return revoked.length > 0;
    },
    rotate: async (id: number, { hash, oldUntil }: TokenRotation): Promise<boolean> => {
      const rotated = await database.query({
        text: `WITH rotated AS (UPDATE tokens SET old_hash = hash, old_until = $3, hash = $2
            WHERE id = $1 AND revoked_at IS NULL RETURNING 1)
          SELECT pg_notify('relay_changes', $4 || ' *') FROM rotated`,
        values: [id, hash, oldUntil, origin],
      });
      return rotated.length > 0;
    },
    noteUses: async (uses: readonly TokenUse[]): Promise<void> => {
      await database.query({
        // In one order, so that two replicas do not wait for each other in a circle.
        text: `WITH used AS (
            SELECT tokens.id, one.at
            FROM tokens JOIN unnest($1::integer[], $2::bigint[]) AS one (id, at) USING (id)
            WHERE coalesce(last_used_at, one.at - 1) < one.at
            ORDER BY id FOR UPDATE OF tokens
          )
          UPDATE tokens SET last_used_at = used.at FROM used WHERE tokens.id = used.id`,
        values: [uses.map(({ tokenId }) => tokenId), uses.map(({ at }) => at)],
      });
    },
  };
}
