import { statSync } from 'node:fs';
import type { Database } from '../../../db/open.ts';
import { type FileMark, readFileMark, writeFileMark } from '../../../db/tables/queue/ownership.ts';

/** The file as the file system knows it now. */
interface FileNow {
  readonly inode: string;
  readonly born: string;
  /** Where a file system keeps no time of birth, Node answers the time of the last change, or 0. */
  readonly keepsBirth: boolean;
}

function look(file: string): FileNow {
  const { ino, birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return {
    inode: String(ino),
    born: String(birthtimeNs),
    keepsBirth: birthtimeNs > 0n && birthtimeNs < ctimeNs,
  };
}

/** Is it another file than the one whose mark is noted in it: a copy, or one that came back from a backup? */
export function isCopy({ sqlite }: Pick<Database, 'sqlite'>, file: string): boolean {
  const noted = readFileMark(sqlite);
  if (noted === undefined || noted.inode === null) return false;
  const { inode, born } = look(file);
  return inode !== noted.inode || (noted.born_at !== null && noted.born_at !== born);
}

/** Notes the mark of the file as it lies there now. */
export function noteFileMark(database: Database, file: string): void {
  const { inode, born, keepsBirth } = look(file);
  const mark: FileMark = { inode, born_at: keepsBirth ? born : null };
  const noted = readFileMark(database.sqlite);
  if (noted?.inode === mark.inode && noted.born_at === mark.born_at) return;
  database.write((context) => writeFileMark(context, mark));
}
