import type { Sqlite, WriteContext } from '../../open.ts';

/** The number of the newest entry the relay is known to have; 0 = none. */
export function readLogConfirmed(sqlite: Sqlite): number {
  const confirmed = sqlite.prepare<[], number>('SELECT confirmed FROM log_upload').pluck().get();
  if (confirmed === undefined) throw new Error('the file does not say what the relay has');
  return confirmed;
}

/** The relay has the entries up to this number; also lower than before, where it was set back. */
export function writeLogConfirmed({ sqlite }: WriteContext, confirmed: number): void {
  sqlite.prepare<[number]>('UPDATE log_upload SET confirmed = ?').run(confirmed);
}

/** How many copies of this file are known that went on apart from the newest part of its log. */
export function readLogForks(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT forks FROM log_upload').pluck().get() ?? 0;
}

/** A newest part that has just begun has none. */
export function writeLogForks({ sqlite }: WriteContext, forks: number): void {
  sqlite.prepare<[number]>('UPDATE log_upload SET forks = ?').run(forks);
}
