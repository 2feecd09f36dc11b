import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { entryHash, entryOf } from '../../../electron/log/append.ts';
import type { AttemptRow } from '../../../electron/db/tables/queue/operation-history.ts';
import type { JobRow } from '../../../electron/db/tables/queue/jobs.ts';
import type { LogEntryRow } from '../../../electron/db/tables/queue/log-entries.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import type { ResultRow } from '../../../electron/db/tables/queue/results.ts';
import type { JournalEntry } from '../../operator/journal.ts';
import { LOG_CHAIN_START } from '../../../shared/relay/log.ts';
import type { Line } from '../../integration/headless/headless-process.ts';

/** The content of a queue.db after its process has ended. */
export interface QueueBooks {
  /** `ok`, or what SQLite says is broken. */
  readonly integrity: string;
  readonly jobs: readonly JobRow[];
  readonly operations: readonly OperationRow[];
  readonly attempts: readonly AttemptRow[];
  readonly log: readonly LogEntryRow[];
  readonly results: readonly ResultRow[];
  /** The place in the relay's feed, `EPOCH.SEQUENCE`. */
  readonly cursor: string | null;
}

/** Reads the file. Only when no process has it open (faults.md fact 8). */
export function readQueueBooks(file: string): QueueBooks {
  const db = new Database(file, { readonly: true });
  try {
    return {
      integrity: String(db.pragma('integrity_check', { simple: true })),
      jobs: db.prepare<[], JobRow>('SELECT * FROM job ORDER BY started_at').all(),
      operations: db.prepare<[], OperationRow>('SELECT * FROM operation ORDER BY seq').all(),
      attempts: db.prepare<[], AttemptRow>('SELECT * FROM attempt').all(),
      log: db.prepare<[], LogEntryRow>('SELECT * FROM log_entry ORDER BY number').all(),
      results: db.prepare<[], ResultRow>('SELECT * FROM result ORDER BY sequence').all(),
      cursor: db.prepare<[], string>('SELECT cursor FROM feed_position').pluck().get() ?? null,
    };
  } finally {
    db.close();
  }
}

/** Violations in a queue: everything was kept and brought to a good end. One sentence per finding. */
export function notKept(
  books: QueueBooks,
  asked: {
    readonly jobs: number;
    readonly reported: readonly Line[];
    readonly journal: readonly JournalEntry[];
  },
): readonly string[] {
  const { integrity, jobs, operations } = books;
  return [
    ...(integrity === 'ok' ? [] : [`queue.db is damaged: ${integrity}`]),
    ...(jobs.length === asked.jobs ? [] : [`the queue knows ${jobs.length} jobs instead of ${asked.jobs}`]),
    ...jobs.filter((job) => job.finished_at === null).map(({ id }) => `the job ${id} is not finished`),
    ...forgotten(books, asked.reported),
    ...operations.flatMap(notEnded),
    ...unannounced(books, asked.journal),
    ...brokenLog(books),
  ];
}

/** A process reports on stdout only after the commit, so the row must be there whatever came after. */
function forgotten({ jobs, operations }: QueueBooks, reported: readonly Line[]): readonly string[] {
  const known = new Set<string>([...jobs, ...operations].map(({ id }) => id));
  const ids = new Set(
    reported.flatMap(({ job, operation }) => [job, operation]).filter((id) => typeof id === 'string'),
  );
  return [...ids].filter((id) => !known.has(id)).map((id) => `${id} was reported and is not there`);
}

function notEnded({ id, kind, state, confirmed_by }: OperationRow): readonly string[] {
  const byResult = kind === 'create-assignment' || kind === 'delete-assignment';
  if (state !== 'done') return [`the operation ${id} (${kind}) ended as ${state}`];
  return byResult && confirmed_by !== 'result'
    ? [`${kind} ${id} was confirmed by ${confirmed_by}, not a result`]
    : [];
}

/** No byte leaves before the intent is on disk: each write the operator saw has an attempt of its own. */
export function unannounced(
  { attempts }: Pick<QueueBooks, 'attempts'>,
  journal: readonly JournalEntry[],
): readonly string[] {
  const open = new Map<string, number>();
  for (const { checksum } of attempts) open.set(checksum, (open.get(checksum) ?? 0) + 1);
  return journal
    .filter(({ method }) => method !== 'GET' && method !== 'POST')
    .flatMap(({ method, path, body, sequence }) => {
      const checksum = createHash('md5')
        .update(body ?? '')
        .digest('hex')
        .toUpperCase();
      const left = open.get(checksum) ?? 0;
      open.set(checksum, left - 1);
      return left > 0 ? [] : [`request ${sequence}, ${method} ${path}, left without an attempt on disk`];
    });
}

/** Each end of an operation is logged once, in a whole chain. */
function brokenLog({ log, operations }: QueueBooks): readonly string[] {
  const broken = brokenChain(log);
  if (broken.length > 0) return broken;
  const done = log.filter(({ type }) => type === 'operation-done');
  return operations.flatMap(({ id, kind }) => {
    const times = done.filter(({ data }) => data.includes(id)).length;
    return times === 1 ? [] : [`the log tells ${times} times that ${kind} ${id} was done`];
  });
}

/** Every entry follows from the one before, and none is missing. */
export function brokenChain(log: QueueBooks['log']): readonly string[] {
  let previous: string = LOG_CHAIN_START;
  for (const [index, entry] of log.entries()) {
    const { hash } = entry;
    if (entry.number !== index + 1) return [`the log goes from entry ${index} to entry ${entry.number}`];
    if (entry.previous_hash !== previous || hash !== entryHash(entryOf(entry)))
      return [`the log breaks at entry ${entry.number}`];
    previous = hash;
  }
  return [];
}
