/* The owner of queue.db: its profile, the mark of its file, and the process that holds the lease. */

import type { Environment, CustomerId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { Instant } from '../../../../shared/time.ts';

/** The profile that a database belongs to. Written once; a file found in another profile's folder is refused. */
interface Identity {
  readonly environment: Environment;
  readonly base_url: string;
  readonly customer_id: CustomerId;
}

/** The identity, or undefined in a new file. */
export function readIdentity(sqlite: Sqlite): Identity | undefined {
  return sqlite.prepare<[], Identity>('SELECT environment, base_url, customer_id FROM identity').get();
}

/** Records the owner of a new file. */
export function writeIdentity({ sqlite }: WriteContext, identity: Identity): void {
  sqlite
    .prepare<Identity>(
      `INSERT INTO identity (id, environment, base_url, customer_id)
       VALUES (1, @environment, @base_url, @customer_id)`,
    )
    .run(identity);
}

/** The file system's identity of queue.db; null = never recorded, or the file system stores no creation time. */
export interface FileMark {
  readonly inode: string | null;
  /** Nanoseconds since 1970, as text. */
  readonly born_at: string | null;
}

/** The last recorded mark; undefined in a new file. */
export function readFileMark(sqlite: Sqlite): FileMark | undefined {
  return sqlite.prepare<[], FileMark>('SELECT inode, born_at FROM identity').get();
}

/** Records the file's present mark. */
export function writeFileMark({ sqlite }: WriteContext, mark: FileMark): void {
  sqlite.prepare<FileMark>('UPDATE identity SET inode = @inode, born_at = @born_at').run(mark);
}

/** Whether the relay may have mirrors of this file's jobs: then another laptop may continue them. */
export function hasMirrors(sqlite: Sqlite): boolean {
  return sqlite.prepare<[], 0 | 1>('SELECT mirrors FROM identity').pluck().get() === 1;
}

/**
 * Stores whether the relay may have mirrors: true before the first mirror is sent, false after the last one is gone.
 */
export function noteMirrors({ sqlite }: WriteContext, mirrors: boolean): void {
  sqlite.prepare<[0 | 1]>('UPDATE identity SET mirrors = ?').run(mirrors ? 1 : 0);
}

/** The lease of the drain. The fencing token grows with every new holder and is compared in every claim. */
export interface LeaseRow {
  readonly boot_id: string;
  readonly pid: number;
  readonly fence: number;
  readonly renewed_at: Instant;
  readonly released: 0 | 1;
}

/** The current lease; undefined = never taken. */
export function readLease(sqlite: Sqlite): LeaseRow | undefined {
  return sqlite.prepare<[], LeaseRow>('SELECT boot_id, pid, fence, renewed_at, released FROM lease').get();
}

/**
 * Takes over the lease with the next fence and returns it. A rebuilt file has an older lease or none, and operations
 * that later runs have claimed. The new fence is above theirs too, so that none seems to be claimed by this run.
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

/** Renews the lease; false when another instance has taken it. */
export function renewLease({ sqlite }: WriteContext, fence: number, at: Instant): boolean {
  return (
    sqlite.prepare<[Instant, number]>('UPDATE lease SET renewed_at = ? WHERE fence = ?').run(at, fence)
      .changes === 1
  );
}

/** Releases the lease at an orderly end. */
export function releaseLease({ sqlite }: WriteContext, fence: number, at: Instant): void {
  sqlite
    .prepare<[Instant, number]>('UPDATE lease SET released = 1, renewed_at = ? WHERE fence = ?')
    .run(at, fence);
}
