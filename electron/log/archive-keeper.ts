import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, type Instant, DAY, HOUR, MINUTE } from '../../shared/time.ts';
import type { FileWorker } from '../db/file-worker.ts';
import { archiveCopyOf, archiveFileOf, makeArchive } from '../db/log-archive.ts';
import type { Database, WriteContext } from '../db/open.ts';
import { copySound } from '../db/recovery/make-backup.ts';
import { noteSuspect } from '../db/recovery/orderly-close.ts';
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

/*
 * Which entries of the log move to the archive, and when, in one pure place (docs/decisions/0044-log-archive.md has the figures).
 */

/** A month of work is in queue.db: reviews and questions are about that. */
const LIVE_MS = 30 * DAY;
/** The newest so many stay in any case: a laptop that rested for a year compares them with the relay. */
const NEWEST_LIVE = 1000;
/** Fewer entries are not worth a copy of the archive. */
const LEAST_MOVED = 2000;
/** Nor are fewer than this part of it: each byte of it is copied some thirty times in all. */
const PART_OF_ARCHIVE = 0.03;

/** So many go in one transaction: a person's tap in between waits for milliseconds. */
const ENTRIES_AT_ONCE = 50;
/** After a start everything else comes first. */
const FIRST_TURN_MS = HOUR + 10 * MINUTE;
const BUSY_TURN_MS = MINUTE;
const RESTING_TURN_MS = 6 * HOUR;

/** The facts of a log that decide. */
interface LogAge {
  /** The number of the newest entry. */
  readonly newest: number;
  /** The newest entry that the relay has; null where there is no relay to have any. */
  readonly uploaded: number | null;
}

/** Entries from before this moment are old. */
const oldBefore = (now: Instant): Instant => now - LIVE_MS;

/** No entry beyond this one moves, however old it is. */
const lastThatMayMove = ({ newest, uploaded }: LogAge): number =>
  Math.max(0, Math.min(newest - NEWEST_LIVE, uploaded ?? newest));

/** Are so many old entries moved now, beside an archive of so many? */
const isWorthMoving = (old: number, archived: number): boolean =>
  old >= Math.max(LEAST_MOVED, archived * PART_OF_ARCHIVE);

/** The result of a turn: so many entries left queue.db, or the reason why none was looked for. */
type ArchiveTurn = number | 'busy' | 'time-unknown';

/** How long until the next turn. */
const nextTurnMs = (turn: ArchiveTurn): number => (turn === 'busy' ? BUSY_TURN_MS : RESTING_TURN_MS);
