import type { MessagePort, Worker } from 'node:worker_threads';
import { z } from 'zod';
import { topic, type Topic } from '../../shared/ipc/pushed.ts';
import { asProblem } from './file-problem.ts';
import { type Database, type Migration, openDatabase, type Sqlite } from './open.ts';
import { createThread, serveThread } from './thread.ts';

/*
 * A database that main reads and a thread alone writes, so that no sync of a disk and no index blocks the main thread:
 * directory.db and supervision.db. Both ends of its protocol are here.
 */

/** The end of main. */
export interface ThreadDatabase<Request, Answer> {
  readonly sqlite: Sqlite;
  /** Resolves after the thread's commit, once its topics are published. Rejects after `close`. */
  readonly ask: (request: Request) => Promise<Answer>;
  /** Ends the thread, for instance after a large piece of work; the next request starts it again. */
  readonly rest: () => Promise<void>;
  /** Closes the thread's connection first. Where no thread runs the file is closed before this returns. */
  readonly close: () => Promise<void>;
}

/** Takes an open database, which can only read from now on. The thread starts with the first request. */
export function writtenByThread<Request, Answer>(
  database: Database,
  parts: {
    readonly start: () => Worker;
    readonly answer: z.ZodType<Answer>;
    readonly onCommitted: (topics: ReadonlySet<Topic>) => void;
  },
): ThreadDatabase<Request, Answer> {
  database.sqlite.pragma('query_only = ON');
  const thread = createThread<Request, { readonly value: Answer; readonly topics: readonly Topic[] }>({
    start: parts.start,
    answer: z.object({ value: parts.answer, topics: z.array(topic) }),
  });
  let closed = false;
  return {
    sqlite: database.sqlite,
    ask: async (request) => {
      // A late write must start no thread: it would make a file again that was set aside or deleted with its profile.
      if (closed) throw new Error(`${database.file} is closed`);
      const { value, topics } = await thread.ask(request);
      if (topics.length > 0) parts.onCommitted(new Set(topics));
      return value;
    },
    rest: thread.end,
    close: async () => {
      closed = true;
      if (thread.runs()) await thread.end();
      database.close();
    },
  };
}

const ofThread = z.object({ file: z.string() });

/**
 * The end of the thread, for the port and the data that it was started with. The file is opened by the first request;
 * main has checked and migrated it.
 */
export function serveDatabase<Request>(
  port: MessagePort,
  data: unknown,
  parts: {
    readonly migrations: readonly Migration[];
    readonly request: z.ZodType<Request>;
    /** Called at each opening of the file; the result writes one request. */
    readonly writes: (database: Database) => (request: Request) => unknown;
  },
): void {
  const { file } = ofThread.parse(data);
  let topics: readonly Topic[] = [];
  let open: { readonly database: Database; readonly write: (request: Request) => unknown } | null = null;
  const begin = () => {
    const database = openDatabase({
      file,
      migrations: parts.migrations,
      durability: 'normal',
      integrityCheck: 'never',
      onCommitted: (changed) => {
        topics = [...topics, ...changed];
      },
    });
    return { database, write: parts.writes(database) };
  };
  serveThread(port, {
    request: parts.request,
    work: async (request) => {
      topics = [];
      try {
        open ??= begin();
        const value = await open.write(request);
        return { value, topics };
      } catch (cause) {
        // A read of the thread may be the first to meet damage, and its caller sets the file aside for that code.
        return asProblem(file, () => {
          throw cause;
        });
      }
    },
    close: () => {
      // The last connection runs a checkpoint when it closes, and that is main's.
      open?.database.sqlite.pragma('wal_checkpoint(PASSIVE)');
      open?.database.close();
      open = null;
    },
  });
}
