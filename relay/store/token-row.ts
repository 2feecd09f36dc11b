import { z } from 'zod';
import type { CustomerId } from '../../shared/ids.ts';
import { relayRole } from '../../shared/relay/access.ts';
import type { Instant } from '../../shared/time.ts';
import type { StoredToken } from './tokens-store.ts';

/** What `tokenRow` reads, in both dialects. */
export const TOKEN_COLUMNS = 'id, name, role, customers, created_at, revoked_at, expires_at, last_used_at';

/** A row of the tokens table. @param customers, time how the database at hand writes a list of customers and a moment. */
export const tokenRow = (customers: z.ZodType<readonly CustomerId[]>, time: z.ZodType<Instant>) =>
  z
    .object({
      id: z.number(),
      name: z.string(),
      role: relayRole,
      customers: customers.nullable(),
      created_at: time,
      revoked_at: time.nullable(),
      expires_at: time.nullable(),
      last_used_at: time.nullable(),
    })
    .transform((row): StoredToken => ({
      id: row.id,
      name: row.name,
      role: row.role,
      customers: row.customers,
      createdAt: row.created_at,
      revokedAt: row.revoked_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
    }));
