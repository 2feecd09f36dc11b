import type { Database } from './open.ts';

/** A database left open would hold its file against the next try to open this profile. */
export function elseClosing<Value>(database: Database, open: () => Value): Value {
  try {
    return open();
  } catch (cause) {
    database.close();
    throw cause;
  }
}
