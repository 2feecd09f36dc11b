import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock, Instant } from '../../shared/time.ts';
import type { FileWorker } from '../db/file-worker.ts';
import { archiveCopyOf, archiveFileOf, makeArchive } from '../db/log-archive.ts';
import type { Database, WriteContext } from '../db/open.ts';
import { copySound } from '../db/recovery/make-backup.ts';
import { noteSuspect } from '../db/recovery/suspect.ts';
import {
  ARCHIVE,
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
import {
  type ArchiveTurn,
  ENTRIES_AT_ONCE,
  FIRST_TURN_MS,
  isWorthMoving,
  lastThatMayMove,
  nextTurnMs,
  oldBefore,
} from './archive-policy.ts';

export interface ArchiveParts {
  readonly database: Database;
  readonly clock: Pick<Clock, 'setTimer'>;
  /** The time by which age is judged; null while that is not known for sure. */
  readonly timeToJudgeBy: () => Instant | null;
  /** Is the log brought to a relay? Then no entry moves that the relay has not received. */
  readonly uploadsLog: boolean;
  /** Made for one copy. */
  readonly worker: () => Pick<FileWorker, 'findDamage' | 'end' | 'giveUp'>;
  readonly report: (event: string, cause: unknown) => void;
}

/** Moves old entries of the log out of queue.db, as long as it runs; the answer ends it, and settles when nothing is under way. */
export function keepLogArchive(parts: ArchiveParts): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const plan = (delayMs: number) =>
    parts.clock.setTimer(() => {
      running = archiveOldEntries(parts, stopping.signal)
        .catch((cause: unknown): ArchiveTurn => {
          parts.report('log archive', cause);
          return 0;
        })
        .then((turn) => {
          if (!stopping.signal.aborted) cancel = plan(nextTurnMs(turn));
        });
    }, delayMs);
  let cancel = plan(FIRST_TURN_MS);
  return async () => {
    stopping.abort();
    cancel();
    await running;
  };
}

/**
 * One turn. Old entries are written into the archive, in transactions of that file alone; then the archive is copied and the copy looked
 * through; only then they leave queue.db. Wherever the app ends, the next turn goes on: an entry that both files have counts once.
 */
export async function archiveOldEntries(
  { database, ...parts }: Omit<ArchiveParts, 'clock'>,
  signal: AbortSignal,
): Promise<ArchiveTurn> {
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
  const inPieces = async (work: (context: WriteContext, piece: Piece) => void): Promise<void> => {
    for (let after = 0; !signal.aborted && !isRemovalNoted(sqlite);) {
      const piece = nextPiece(sqlite, { after, upTo }, ENTRIES_AT_ONCE);
      if (piece === null) return;
      database.write((context) => work(context, piece));
      after = piece.upTo;
      await nextTurn();
    }
  };
  if (wanted) await inPieces(archivePiece);
  if (!(await isCopied(database, parts, signal)) || !wanted) return 0;
  let moved = 0;
  await inPieces((context, piece) => {
    moved += removeArchivedPiece(context, piece);
  });
  return moved;
}

/** Replaces the copy of the archive; false = there is no copy of what the archive is now. */
async function isCopied(
  { file, sqlite }: Database,
  { worker, report }: Pick<ArchiveParts, 'worker' | 'report'>,
  signal: AbortSignal,
): Promise<boolean> {
  const copy = archiveCopyOf(file);
  const partial = `${copy}.partial`;
  const redactions = countRedactions(sqlite);
  const looking = worker();
  const giveUp = () => looking.giveUp();
  signal.addEventListener('abort', giveUp);
  try {
    mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
    const { findDamage } = looking;
    const copied = await copySound(sqlite, partial, {
      attached: ARCHIVE,
      thorough: true,
      findDamage,
      signal,
    });
    if (copied.made === 'damaged') {
      noteSuspect(archiveFileOf(file));
      report('log.archive-damaged', copied.damage);
    }
    // One from before words were removed must not outlive the removal.
    const isCurrent = !isRemovalNoted(sqlite) && countRedactions(sqlite) === redactions;
    if (copied.made !== 'yes' || !isCurrent) return false;
    renameSync(partial, copy);
    return true;
  } finally {
    signal.removeEventListener('abort', giveUp);
    await looking.end();
  }
}
