import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { MessagePort, Worker } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import type { Clock, Instant } from '../../shared/time.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { topic, type Topic } from '../../shared/ipc/messages.ts';
import { type Database, openDatabase, type OpenOptions, type Migration, type Sqlite } from './open.ts';
import { isFileOrNothing } from './recovery/file-state.ts';
import { asProblem } from './file-problem.ts';
import { createThread, serveThread } from './thread.ts';

/*
 * Databases of copies, directory.db and supervision.db: an unusable file is made again. Main reads them and a thread alone
 * writes them, so that no sync of a disk and no index blocks the main thread. Both ends of the thread's protocol are here.
 */

/** Why the old file was not used, and where it was moved; null when it was used. */
export type Rebuilt = { readonly reason: 'damaged' | 'newer'; readonly setAside: string } | null;

/**
 * Opens a cache database. A damaged file, one of a newer app, another program's file or any other obstacle is set aside
 * (with its -wal and -shm) and a new file is created: all data can be read again. The caller reports this and starts to
 * read. Only the newest file set aside is kept. Throws ProblemError `database-busy`, `not-saved-disk-full` or
 * `folder-read-only`.
 */
export function openRebuildable({
  clock,
  ...options
}: Omit<OpenOptions, 'durability'> & { readonly clock: Pick<Clock, 'now'>; readonly table: string }): {
  readonly database: Database;
  readonly rebuilt: Rebuilt;
} {
  const { file } = options;
  const open = (): Database => {
    if (!['', '-wal', '-shm'].every((suffix) => isFileOrNothing(file + suffix)))
      throw new ProblemError(makeProblem('database-damaged', { file }));
    return openDatabase({ ...options, durability: 'normal' });
  };
  try {
    return { database: open(), rebuilt: null };
  } catch (cause) {
    const reason = rebuildReason(cause);
    if (reason === null) throw cause;
    const setAside = setFileAside(file, reason, clock.now());
    return { database: open(), rebuilt: { reason, setAside } };
  }
}

function rebuildReason(cause: unknown): 'damaged' | 'newer' | null {
  if (isDamage(cause)) return 'damaged';
  return cause instanceof ProblemError && cause.problem.code === 'database-newer' ? 'newer' : null;
}

/** Whether a failure means that the file itself is damaged. */
export function isDamage(cause: unknown): boolean {
  if (cause instanceof ProblemError) return cause.problem.code === 'database-damaged';
  if (!(cause instanceof BetterSqlite3.SqliteError)) return false;
  return cause.code.startsWith('SQLITE_CORRUPT') || cause.code === 'SQLITE_NOTADB';
}

/**
 * Moves a cache database aside and returns its new path. No connection may have it open. Replaces the file set aside
 * before. Throws the file system's error.
 */
export function setFileAside(file: string, reason: 'damaged' | 'newer', at: Instant): string {
  const marks = ['.damaged-', '.newer-'];
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (marks.some((mark) => name.startsWith(`${basename(file)}${mark}`))) {
      rmSync(join(folder, name), { recursive: true });
    }
  }
  const target = `${file}.${reason}-${at}`;
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      renameSync(file + suffix, target + suffix);
    } catch (cause) {
      // The side files exist only after an unclean end.
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
    }
  }
  return target;
}

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
