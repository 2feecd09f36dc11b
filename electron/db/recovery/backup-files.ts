import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, type Instant } from '../../../shared/time.ts';

/** One finished, checked copy. */
export interface BackupFile {
  readonly file: string;
  /** When it was begun, by the laptop's clock. */
  readonly at: Instant;
}

const NAME = /^queue-(\d{13,15})\.db$/;
/** The newest so many are kept, and beyond them the newest of each of the last so many days. */
const NEWEST_KEPT = 3;
const DAYS_KEPT = 7;

/** Where a backup that is begun at this time will be. */
export function backupFileAt(folder: string, at: Instant): string {
  return join(folder, `queue-${String(at).padStart(13, '0')}.db`);
}

/** Finished backups, the newest first. */
export function listBackups(folder: string): readonly BackupFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, at] = NAME.exec(name) ?? [];
      return at === undefined ? [] : [{ file: join(folder, name), at: Number(at) }];
    })
    .sort((one, other) => other.at - one.at);
}

/** Removes those that are not to be kept; called only after a newer one was checked. */
export function dropOldBackups(folder: string): void {
  const backups = listBackups(folder);
  const newest = backups[0]?.at ?? 0;
  const days = new Set<number>();
  for (const [place, { file, at }] of backups.entries()) {
    const day = Math.floor(at / DAY);
    const isOfDay = !days.has(day) && newest - at <= DAYS_KEPT * DAY;
    days.add(day);
    if (place >= NEWEST_KEPT && !isOfDay) rmSync(file, { force: true });
  }
}
