import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { createIds } from '../../../electron/base/ids.ts';
import { archiveFileOf } from '../../../electron/db/log-archive.ts';
import { createFileWorker } from '../../../electron/db/file-worker.ts';
import { writeLogConfirmed } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { archiveOldEntries } from '../../../electron/log/archive-keeper.ts';
import { openKeptQueue } from '../../../electron/operations/queue/open-queue.ts';
import { customerId } from '../../../shared/ids.ts';
import { foreignFacts } from '../../../shared/log/entries.ts';
import { DAY } from '../../../shared/time.ts';
import { appendForeign } from '../../integration/log/foreign-entry.ts';
import { nothingOutside } from '../../integration/profiles/nothing-outside.ts';
import { notable } from '../../operator/seed/notable.ts';
import { bytesByTable, bytesOf } from './sizes.ts';

const ENTRIES = 50_000;
const PIECE = 1000;
const OLD_DAYS = 31;

interface Line {
  readonly job_id: string;
  readonly type: string;
  readonly data: string;
}

/** The sizes of a long log, and the costs of its move. */
export interface LongLog {
  readonly entries: number;
  readonly moved: number;
  /** Bytes of the log in queue.db, before the move and after it. */
  readonly before: number;
  readonly after: number;
  readonly archive: number;
  /** Processor time, with that of the thread that looks through the copy. */
  readonly moveMs: number;
}

/** A log that repeats the entries of worked jobs, and its move to the archive. */
export async function longLog(worked: string, folder: string): Promise<LongLog> {
  const { clock } = nothingOutside;
  const source = new BetterSqlite3(worked, { readonly: true });
  const lines = source
    .prepare<[], Line>('SELECT job_id, type, data FROM log_entry WHERE job_id IS NOT NULL ORDER BY number')
    .all();
  source.close();
  const file = join(folder, 'queue.db');
  const ids = createIds();
  const { database } = openKeptQueue({
    file,
    target: {
      environment: 'uat',
      baseUrl: 'http://127.0.0.1:9/v3',
      customerId: customerId.parse(notable.customerId),
    },
    clock,
    log: createInstallationLog({ ids, clock, worker: () => 'Bay 3 Tester', clockOffsetMs: () => 12 }),
    pid: process.pid,
    processAlive: () => false,
    onCommitted: () => undefined,
    report: () => undefined,
  });
  try {
    let previous = '';
    let job = ids.job();
    for (let written = 0; written < ENTRIES; written += PIECE) {
      database.write((context) => {
        for (let number = written; number < written + PIECE; number += 1) {
          const line = lines[number % lines.length];
          if (line === undefined) throw new Error('the worked jobs left no log');
          if (line.job_id !== previous) job = ids.job();
          previous = line.job_id;
          appendForeign(context, {
            worker: 'Bay 3 Tester',
            job,
            type: line.type,
            data: foreignFacts(line.data),
            at: clock.now(),
          });
        }
        writeLogConfirmed(context, ENTRIES);
      });
    }
    const logBytes = () => bytesByTable(file).get('log_entry') ?? 0;
    database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const before = logBytes();
    const begun = process.cpuUsage();
    const moved = await archiveOldEntries(
      {
        database,
        timeToJudgeBy: () => clock.now() + OLD_DAYS * DAY,
        uploadsLog: true,
        worker: createFileWorker,
        report: (event, cause) => {
          throw new Error(`${event}: ${String(cause)}`);
        },
      },
      new AbortController().signal,
    );
    const { user, system } = process.cpuUsage(begun);
    if (typeof moved === 'string') throw new Error(`the move was refused: ${moved}`);
    database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const archive = bytesOf(archiveFileOf(file));
    return { entries: ENTRIES, moved, before, after: logBytes(), archive, moveMs: (user + system) / 1000 };
  } finally {
    database.close();
  }
}
