import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, type Instant, DAY, HOUR, MINUTE } from '../../shared/time.ts';
import { syncFolder } from '../base/folder-sync.ts';
import type { FileWorker } from '../db/file-worker.ts';
import { archiveCopyOf, archiveFileOf, createArchiveWriter, makeArchive } from '../db/log-archive.ts';
import type { Database } from '../db/open.ts';
import { copySound } from '../db/recovery/backups.ts';
import { noteSuspect } from '../db/recovery/file-state.ts';
import {
  archivePiece,
  countArchived,
  countLiveUpTo,
  hasArchive,
  lastLiveEntry,
  newestWrittenBefore,
  nextPiece,
  type Piece,
  removeArchivedPiece,
  countRedactions,
} from '../db/tables/queue/log-entries.ts';
import { readLogConfirmed } from '../db/tables/queue/relay-exchange.ts';
import { operationsSending } from '../db/tables/queue/operations.ts';
import { isRemovalNoted } from '../db/tables/queue/removal-orders.ts';

/** The dependencies of the archive. */
export interface ArchiveParts {
  readonly database: Database;
  readonly clock: Pick<Clock, 'setTimer'>;
  /** The time for judging age; null while no trusted time is known. */
  readonly timeToJudgeBy: () => Instant | null;
  /** Whether the log is uploaded to a relay. Then only entries that the relay has received are moved. */
  readonly uploadsLog: boolean;
  /** Creates the worker thread of one run. */
  readonly worker: () => Pick<FileWorker, 'carryOver' | 'copy' | 'findDamage' | 'end' | 'giveUp'>;
  readonly report: (event: string, cause: unknown) => void;
}

/**
 * Moves old log entries out of queue.db periodically. The returned function stops it and resolves when nothing is
 * running.
 */
export function keepLogArchive(parts: ArchiveParts): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const plan = (delayMs: number) =>
    parts.clock.setTimer(() => {
      running = archiveOldEntries(parts, stopping.signal)
        .catch((cause: unknown): ArchiveRun => {
          parts.report('log archive', cause);
          return 0;
        })
        .then((turn) => {
          if (!stopping.signal.aborted) cancel = plan(nextDelayMs(turn));
        });
    }, delayMs);
  let cancel = plan(FIRST_DELAY_MS);
  return async () => {
    stopping.abort();
    cancel();
    await running;
  };
}

/**
 * One run. Old entries are written to the archive, in transactions of that file alone. Then the archive is copied and
 * the copy checked; only then are the entries deleted from queue.db. After a crash the next run continues: an entry in
 * both files counts once.
 */
export async function archiveOldEntries(
  { database, ...parts }: Omit<ArchiveParts, 'clock'>,
  signal: AbortSignal,
): Promise<ArchiveRun> {
  const { sqlite } = database;
  if (operationsSending(sqlite).length > 0 || isRemovalNoted(sqlite)) return 'busy';
  const now = parts.timeToJudgeBy();
  if (now === null) return 'time-unknown';
  const uploaded = parts.uploadsLog ? readLogConfirmed(sqlite) : null;
  const mayMove = lastThatMayMove({ newest: lastLiveEntry(sqlite), uploaded });
  const upTo = newestWrittenBefore(sqlite, oldBefore(now), mayMove);
  const wanted = isWorthMoving(countLiveUpTo(sqlite, upTo), countArchived(sqlite));
  const lacksCopy = hasArchive(sqlite) && !existsSync(archiveCopyOf(database.file));
  if (!wanted && !lacksCopy) return 0;
  if (!hasArchive(sqlite)) makeArchive(database);
  const inPieces = async (work: (piece: Piece) => Promise<void>): Promise<void> => {
    for (let after = 0; !signal.aborted && !isRemovalNoted(sqlite);) {
      const piece = nextPiece(sqlite, { after, upTo }, ENTRIES_AT_ONCE);
      if (piece === null) return;
      await work(piece);
      after = piece.upTo;
      await nextTurn();
    }
  };
  const worker = parts.worker();
  try {
    if (wanted) {
      const writer = createArchiveWriter(database, worker, (cause) => parts.report('checkpoint', cause));
      try {
        await inPieces((piece) => writer.write((context) => archivePiece(context, piece)));
        await writer.synced();
      } finally {
        writer.close();
      }
    }
    if (!(await isCopied(database, { worker, report: parts.report }, signal)) || !wanted) return 0;
  } finally {
    await worker.end();
  }
  let moved = 0;
  await inPieces((piece) => {
    moved += database.write((context) => removeArchivedPiece(context, piece));
    return Promise.resolve();
  });
  return moved;
}

/** Replaces the archive's copy; false = no copy of the present archive exists. */
async function isCopied(
  { file, sqlite }: Database,
  { worker, report }: { readonly worker: ReturnType<ArchiveParts['worker']> } & Pick<ArchiveParts, 'report'>,
  signal: AbortSignal,
): Promise<boolean> {
  const copy = archiveCopyOf(file);
  const partial = `${copy}.partial`;
  const redactions = countRedactions(sqlite);
  const giveUp = () => worker.giveUp();
  signal.addEventListener('abort', giveUp);
  try {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
    const copied = await copySound(archiveFileOf(file), partial, { thorough: true, worker, signal });
    if (copied.made === 'damaged') {
      noteSuspect(archiveFileOf(file));
      report('log.archive-damaged', copied.damage);
    }
    // A copy made before words were removed must not outlive the removal.
    const isCurrent = !isRemovalNoted(sqlite) && countRedactions(sqlite) === redactions;
    if (copied.made !== 'yes' || !isCurrent) return false;
    renameSync(partial, copy);
    // A power cut must not take the copy after the entries were deleted from queue.db.
    await syncFolder(dirname(copy));
    // A removal of personal data during the sync deletes it.
    return existsSync(copy);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/* The pure rules of when log entries move to the archive (docs/decisions/0044-log-archive.md has the figures). */

/** Reviews and screens use the last month, so it stays in queue.db. */
const LIVE_MS = 30 * DAY;
/** Number of newest entries that always stay: after a long pause the laptop compares them with the relay. */
const NEWEST_LIVE = 1000;
/** Threshold below which a new copy of the archive is not worth its cost. */
const LEAST_MOVED = 2000;
/** Threshold as a share of the archive, because each of its bytes is copied some thirty times in all. */
const PART_OF_ARCHIVE = 0.03;

/** Batch size of one transaction: a person's write waits for milliseconds only. */
const ENTRIES_AT_ONCE = 50;
/** Delay of the first run, so that it does not compete with the work after a start. */
const FIRST_DELAY_MS = HOUR + 10 * MINUTE;
const BUSY_DELAY_MS = MINUTE;
const IDLE_DELAY_MS = 6 * HOUR;

/** The input of the retention rules. */
interface LogAge {
  /** The number of the newest entry. */
  readonly newest: number;
  /** The newest entry at the relay; null = no relay is configured. */
  readonly uploaded: number | null;
}

/** Entries older than this instant may move. */
const oldBefore = (now: Instant): Instant => now - LIVE_MS;

/** The last entry that may move, however old later ones are. */
const lastThatMayMove = ({ newest, uploaded }: LogAge): number =>
  Math.max(0, Math.min(newest - NEWEST_LIVE, uploaded ?? newest));

/** Whether this number of old entries is worth a move, given the archive's size. */
const isWorthMoving = (old: number, archived: number): boolean =>
  old >= Math.max(LEAST_MOVED, archived * PART_OF_ARCHIVE);

/** The result of a run: the number of moved entries, or why it did nothing. */
type ArchiveRun = number | 'busy' | 'time-unknown';

/** Milliseconds until the next run. */
const nextDelayMs = (turn: ArchiveRun): number => (turn === 'busy' ? BUSY_DELAY_MS : IDLE_DELAY_MS);
