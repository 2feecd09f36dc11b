import { type Clock, HOUR, MINUTE } from '../../../shared/time.ts';

/** While people work, one copy in this time has all their steps. */
const EVERY_MS = 10 * MINUTE;
/** Copies write so many bytes in an hour: a larger file is copied less often. */
const BYTES_AN_HOUR = 256 * 1024 * 1024;

/** The reason for a copy. `work`: steps were saved. `now`: a job ended, or there is no copy. */
export type BackupNeed = 'work' | 'now';

/** The rule of how often a file is copied. */
export interface BackupPace {
  /** A copy of so many bytes begins. */
  readonly begin: (bytes: number) => void;
  /** How long a copy of so many bytes has to wait from now on. */
  readonly waitMs: (need: BackupNeed, bytes: number) => number;
}

/**
 * The bytes of each copy are a debt, which an hour reduces by `bytesAnHour`. A copy begins when the debt with its own bytes is
 * within one hour's; the copy of a larger file, when there is no debt. A copy for `work` also keeps `EVERY_MS` after the copy
 * before. docs/decisions/0038-few-backups.md
 */
export function createBackupPace(
  clock: Pick<Clock, 'passed'>,
  bytesAnHour: number = BYTES_AN_HOUR,
): BackupPace {
  let begunAt: number | null = null;
  let debt = 0;
  const debtNow = (): number =>
    begunAt === null ? 0 : Math.max(0, debt - ((clock.passed() - begunAt) / HOUR) * bytesAnHour);
  return {
    begin: (bytes) => {
      debt = debtNow() + bytes;
      begunAt = clock.passed();
    },
    waitMs: (need, bytes) => {
      const excess = debtNow() - Math.max(0, bytesAnHour - bytes);
      const budgetMs = Math.max(0, Math.ceil((excess / bytesAnHour) * HOUR));
      if (need === 'now' || begunAt === null) return budgetMs;
      return Math.max(budgetMs, begunAt + EVERY_MS - clock.passed());
    },
  };
}

/** The longest time in which a copy of so many bytes begins after work was saved. */
export function longestWaitMs(bytes: number): number {
  return Math.max(EVERY_MS, (bytes / BYTES_AN_HOUR) * HOUR);
}
