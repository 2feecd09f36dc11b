import { z } from 'zod';
import type { Environment } from '../../shared/environment.ts';
import type { CustomerId } from '../../shared/ids.ts';
import { relayRole } from '../../shared/relay/access.ts';
import type { Instant } from '../../shared/time.ts';
import type { StoredToken } from './tokens-store.ts';

/** The columns that `tokenRow` reads, in both dialects. */
export const TOKEN_COLUMNS =
  'id, name, role, customers, environments, created_at, revoked_at, expires_at, last_used_at';

/** A row of the tokens table. @param customers, environments, time how the database at hand writes lists of them and a moment. */
export const tokenRow = (
  customers: z.ZodType<readonly CustomerId[]>,
  environments: z.ZodType<readonly Environment[]>,
  time: z.ZodType<Instant>,
) =>
  z
    .object({
      id: z.number(),
      name: z.string(),
      role: relayRole,
      customers: customers.nullable(),
      environments: environments.nullable(),
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
      environments: row.environments,
      createdAt: row.created_at,
      revokedAt: row.revoked_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
    }));
