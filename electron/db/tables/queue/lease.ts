import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** The lease of the drain. The fence grows with every new holder and is compared in every claim. */
export interface LeaseRow {
  readonly boot_id: string;
  readonly pid: number;
  readonly fence: number;
  readonly renewed_at: Instant;
  readonly released: 0 | 1;
}

/** The current lease, if anybody ever held one. */
export function readLease(sqlite: Sqlite): LeaseRow | undefined {
  return sqlite.prepare<[], LeaseRow>('SELECT boot_id, pid, fence, renewed_at, released FROM lease').get();
}

/**
 * Takes the lease over with the next fence; answers that fence. A rebuilt file has the lease of its backup or none, and operations
 * that later runs have claimed: the fence is above theirs as well, so that none looks as if this run had claimed it.
 */
export function takeLease(
  { sqlite }: WriteContext,
  holder: { bootId: string; pid: number; at: Instant },
): number {
  return Number(
    sqlite
      .prepare<{ bootId: string; pid: number; at: Instant }, number>(
        `INSERT INTO lease (id, boot_id, pid, fence, renewed_at, released)
         VALUES (1, @bootId, @pid, 1 + coalesce((SELECT max(fence) FROM operation), 0), @at, 0)
         ON CONFLICT (id) DO UPDATE SET boot_id = excluded.boot_id, pid = excluded.pid,
           fence = max(fence + 1, excluded.fence), renewed_at = excluded.renewed_at, released = 0
         RETURNING fence`,
      )
      .pluck()
      .get(holder),
  );
}

/** Keeps the lease; false when another instance took it. */
export function renewLease({ sqlite }: WriteContext, fence: number, at: Instant): boolean {
  return (
    sqlite.prepare<[Instant, number]>('UPDATE lease SET renewed_at = ? WHERE fence = ?').run(at, fence)
      .changes === 1
  );
}

/** Gives the lease back at an orderly end. */
export function releaseLease({ sqlite }: WriteContext, fence: number, at: Instant): void {
  sqlite
    .prepare<[Instant, number]>('UPDATE lease SET released = 1, renewed_at = ? WHERE fence = ?')
    .run(at, fence);
}
