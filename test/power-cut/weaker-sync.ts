import Database from 'better-sqlite3';

/*
 * Imported into a process ahead of its own code, this makes every database it opens sync as better-sqlite3 would without
 * a setting (faults.md fact 1), and hides that from a read of the setting. It shows that the power-cut tests see
 * a store that acknowledges too early.
 */
const FULL = 2;

Database.prototype.pragma = function weaker(this: Database.Database, source, options): unknown {
  if (source === 'synchronous') return FULL;
  const asked = /^synchronous\s*=/.test(source) ? 'synchronous = NORMAL' : source;
  const statement = this.prepare(`PRAGMA ${asked}`);
  if (!statement.reader) return statement.run();
  return options?.simple === true ? statement.pluck().get() : statement.all();
};
