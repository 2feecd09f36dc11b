import type { Topic } from '../../shared/ipc/topics.ts';
import type { Database } from '../../electron/db/open.ts';

/** The inputs of an opening. */
type OnCommitted = (topics: ReadonlySet<Topic>) => void;

interface Connection {
  readonly database: Database;
  readonly follow: (onCommitted: OnCommitted) => void;
}

/**
 * The databases of one laptop. A run that crashed leaves its connection to the next one, as opening a file is a fifth of a day: its
 * transaction was rolled back when it died, so the connection shows what a file that is opened shows. A run that ends in order closes
 * its file, and the next one opens it.
 */
export interface Connections {
  /** Opens a file, or goes on with the connection that a crash has left. */
  readonly open: (
    file: string,
    onCommitted: OnCommitted,
    open: (onCommitted: OnCommitted) => Database,
  ) => Database;
  /** The run that had it has crashed. Does nothing for one that was closed. */
  readonly leave: (database: Database) => void;
  /** Closes what was left. */
  readonly close: () => void;
}

/** None is open. */
export function createConnections(): Connections {
  const left = new Map<string, Connection>();
  const inUse = new Map<Database, Connection>();
  return {
    open: (file, onCommitted, open) => {
      const before = left.get(file);
      left.delete(file);
      const connection = before ?? connect(open);
      connection.follow(onCommitted);
      const database: Database = {
        ...connection.database,
        close: () => {
          if (inUse.delete(database)) connection.database.close();
        },
      };
      inUse.set(database, connection);
      return database;
    },
    leave: (database) => {
      const connection = inUse.get(database);
      if (connection === undefined) return;
      inUse.delete(database);
      const { sqlite, file } = connection.database;
      if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
      if (left.has(file)) connection.database.close();
      else left.set(file, connection);
    },
    close: () => {
      for (const { database } of left.values()) database.close();
      left.clear();
    },
  };
}

function connect(open: (onCommitted: OnCommitted) => Database): Connection {
  let current: OnCommitted = () => undefined;
  const database = open((topics) => current(topics));
  return {
    database,
    follow: (onCommitted) => {
      current = onCommitted;
    },
  };
}
