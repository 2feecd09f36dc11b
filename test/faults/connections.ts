import type { Topic } from '../../shared/ipc/messages.ts';
import type { Database } from '../../electron/db/open.ts';
import { Dead } from './incarnation.ts';

/** The inputs of an opening. */
type OnCommitted = (topics: ReadonlySet<Topic>) => void;

interface Connection {
  readonly database: Database;
  readonly follow: (onCommitted: OnCommitted) => void;
}

/**
 * The databases of one laptop. A run leaves its connection to the next one, as opening a file and compiling its statements is a quarter
 * of a day: a transaction was rolled back when the run died, so the connection shows what a file that is opened shows.
 */
export interface Connections {
  /** Opens a file, or goes on with the connection that a run has left. */
  readonly open: (
    file: string,
    onCommitted: OnCommitted,
    open: (onCommitted: OnCommitted) => Database,
  ) => Database;
  /** The run that had it has crashed. Does nothing for one that was left in order. */
  readonly leave: (database: Database) => void;
  /** Closes what was left. */
  readonly close: () => void;
  /** The databases that crashed runs left open. */
  readonly leftOpen: () => readonly Database[];
}

/** None is open. `isShared`: another process may open the same file meanwhile. */
export function createConnections(isShared: boolean): Connections {
  const left = new Map<string, Connection>();
  const inUse = new Map<Database, Connection>();
  const leave = (database: Database) => {
    const connection = inUse.get(database);
    if (connection === undefined) return;
    inUse.delete(database);
    const { sqlite, file } = connection.database;
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    if (left.has(file)) connection.database.close();
    else left.set(file, connection);
  };
  return {
    open: (file, onCommitted, open) => {
      const before = left.get(file);
      left.delete(file);
      const connection = before ?? connect(open, isShared);
      connection.follow(onCommitted);
      const { write, writeUnsynced, writeSynced } = connection.database;
      /** The file of a run that has left it is closed for that run. */
      const whileOpen = <Value>(work: () => Value): Value => {
        if (!inUse.has(database)) throw new Dead('its file is closed');
        return work();
      };
      const database: Database = {
        ...connection.database,
        write: (work) => whileOpen(() => write(work)),
        writeUnsynced: (work) => whileOpen(() => writeUnsynced(work)),
        writeSynced: (work) => whileOpen(() => writeSynced(work)),
        close: () => leave(database),
      };
      inUse.set(database, connection);
      return database;
    },
    leave,
    close: () => {
      for (const { database } of left.values()) database.close();
      left.clear();
    },
    leftOpen: () => [...left.values()].map(({ database }) => database),
  };
}

function connect(open: (onCommitted: OnCommitted) => Database, isShared: boolean): Connection {
  let current: OnCommitted = () => undefined;
  const database = open((topics) => current(topics));
  const { sqlite } = database;
  // No power fails here, so nothing has to reach a disk.
  sqlite.pragma('synchronous = OFF');
  // The -wal file stays too short for the thread that runs checkpoints: its time is not the simulation's.
  sqlite.pragma('wal_autocheckpoint = 200');
  if (!isShared) {
    // Locks and the -wal file are for other processes and for power cuts: without them a transaction takes a third of the time.
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.pragma('journal_mode = MEMORY');
  }
  return {
    database,
    follow: (onCommitted) => {
      current = onCommitted;
    },
  };
}
