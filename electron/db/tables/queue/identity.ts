import type { Environment } from '../../../../shared/environment.ts';
import type { CustomerId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** Whose database this is. Written once; a file that turns up in another profile's folder is refused. */
export interface Identity {
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
