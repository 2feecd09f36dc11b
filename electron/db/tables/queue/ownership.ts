/* The owner of queue.db: its profile, the mark of its file, and the process that holds the lease. */

import type { Environment } from '../../../../shared/environment.ts';
import type { CustomerId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { Instant } from '../../../../shared/time.ts';

/** Whose database this is. Written once; a file that turns up in another profile's folder is refused. */
interface Identity {
  readonly environment: Environment;
  readonly base_url: string;
  readonly customer_id: CustomerId;
}

/** The identity, or undefined in a new file. */
export function readIdentity(sqlite: Sqlite): Identity | undefined {
  return sqlite.prepare<[], Identity>('SELECT environment, base_url, customer_id FROM identity').get();
}

/** Names the owner of a new file. */
export function writeIdentity({ sqlite }: WriteContext, identity: Identity): void {
  sqlite
    .prepare<Identity>(
      `INSERT INTO identity (id, environment, base_url, customer_id)
       VALUES (1, @environment, @base_url, @customer_id)`,
    )
    .run(identity);
}

/** By what the file system knows queue.db; null = never noted, or its file system keeps no time of birth. */
export interface FileMark {
  readonly inode: string | null;
  /** Nanoseconds since 1970, as text. */
  readonly born_at: string | null;
}

/** The mark that was noted last; undefined in a new file. */
export function readFileMark(sqlite: Sqlite): FileMark | undefined {
  return sqlite.prepare<[], FileMark>('SELECT inode, born_at FROM identity').get();
}

/** Notes the mark of the file as it lies there now. */
export function writeFileMark({ sqlite }: WriteContext, mark: FileMark): void {
  sqlite.prepare<FileMark>('UPDATE identity SET inode = @inode, born_at = @born_at').run(mark);
}

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
