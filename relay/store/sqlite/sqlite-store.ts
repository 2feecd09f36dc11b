import Database from 'better-sqlite3';
import { z } from 'zod';
import { changeListeners, lossListeners, purgeAll, StoreUnavailable, type RelayStore } from '../store.ts';
import {
  commitResults,
  groupCommit,
  diskReserve,
  diskSpaceOf,
  type DiskSpace,
  laptopWrites,
} from '../write-queues.ts';
import { bytesOfBatch, bytesOfPlan } from '../log-rows.ts';
import { bytesOfMirror } from '../rescue-store.ts';
import { deviceKey } from '../../../shared/relay/access.ts';
import type { WantedToken } from '../tokens-store.ts';
import { deviceKeysTable, tokensTable } from './tokens-table.ts';
import { feedView } from './feed-view.ts';
import { attachedFilesTable, attachmentsTable } from './attachments-table.ts';
import { logTable } from './logs-table.ts';
import { reviewsTable } from './reviews-table.ts';
import { openDatabase } from './open-database.ts';
import { packed, quarantineTable } from './results-table.ts';
import { plannedJobsTable } from './jobs-tables.ts';
import { instructionsTable, publicationsTable } from './office-documents-tables.ts';
import { mirrorsTable } from './mirrors-table.ts';
import { removalsTable } from './removals-table.ts';
import {
  deletedResults,
  deletedReviews,
  instructionKeeping,
  keepings,
  logWritten,
  mirrorKeeping,
  mirrorReported,
  pieceKeeping,
  plannedJobClaimed,
  plannedJobKeeping,
  publicationKeeping,
  rescuing,
  reviewKeeping,
  turnClaiming,
  startWriter,
} from './writer.ts';

/**
 * The relay's store in one SQLite file of the data folder. This thread reads; another one writes and syncs.
 *
 * @param diskSpace of the folder's disk.
 * @throws Refusal when the folder or the database cannot be used.
 */
export function openSqliteStore(
  dataDir: string,
  diskSpace: () => DiskSpace = () => diskSpaceOf(dataDir),
): RelayStore {
  const db = openDatabase(dataDir);
  // Truncates the WAL at the start, because the relay may have ended between a removal and its overwriting.
  db.pragma('wal_checkpoint(TRUNCATE)');
  // All writes go through the writing thread; this pragma enforces it for future code too.
  db.pragma('query_only = ON');
  const feed = feedView(db);
  const tokens = tokensTable(db);
  const deviceKeys = deviceKeysTable(db);
  const log = logTable(db);
  const attachments = attachmentsTable(db);
  const reviews = reviewsTable(db);
  const quarantine = quarantineTable(db);
  const plannedJobs = plannedJobsTable(db);
  const instructions = instructionsTable(db);
  const publications = publicationsTable(db);
  const attachedFiles = attachedFilesTable(db);
  const mirrors = mirrorsTable(db);
  const removals = removalsTable(db);
  const listeners = changeListeners();
  const losses = lossListeners();
  const changes = (): unknown => db.pragma('data_version', { simple: true });
  const before = changes();
  const onExternalWrite = (): void => listeners.tell({ kind: 'anything' });
  const { ask, end } = startWriter(dataDir, {
    ready: () => {
      if (db.open && changes() !== before) onExternalWrite();
    },
    onExternalWrite,
    lost: losses.tell,
  });

  const commits = commitResults(
    async (results) => keepings.parse(await ask({ write: 'results', results: packed(results) })),
    listeners,
  );

  // One transaction for all concurrent callers: a result wakes every laptop of its customer at once, and the locks of a transaction
  // take longer than its rows. No caller gets a look-up that began before its call, so a revoked token gets nothing from then on.
  const lookUpTokens = groupCommit((wanted: readonly WantedToken[]) =>
    available(() => tokens.findActive(wanted)),
  );

  // One at a time, so that a group of results waits for at most one write of a laptop.
  const laptops = laptopWrites({ atOnce: 1, diskIsKept: diskReserve(diskSpace) });

  const purgeRemoved = async (): Promise<boolean> => z.boolean().parse(await ask({ write: 'purge-removed' }));

  return {
    keepResult: commits.add,
    readFeed: async (query) => available(() => feed.read(query)),
    readBounds: async () => available(feed.bounds),
    readRun: async () => available(feed.run),
    readResult: async (key, sequence) => available(() => feed.readOne(key, sequence)),
    noteReads: async (marks) => {
      await ask({ write: 'reads', marks });
    },
    deleteResultsBefore: async (before, limit) =>
      deletedResults.parse(await ask({ write: 'forget-results', before, limit })),
    addToken: async (token) => z.number().parse(await ask({ write: 'token', token })),
    findActiveToken: async (hash, at) => (await lookUpTokens.add({ hash, at })).token,
    listTokens: async () => available(tokens.list),
    revokeToken: async (id, at) => {
      const revoked = z.boolean().parse(await ask({ write: 'revoke-token', id, at }));
      if (revoked) listeners.tell({ kind: 'anything' });
      return revoked;
    },
    rotateToken: async (id, rotation) => {
      const rotated = z.boolean().parse(await ask({ write: 'rotate-token', id, rotation }));
      if (rotated) listeners.tell({ kind: 'anything' });
      return rotated;
    },
    dropReplacedTokens: async (until) =>
      z.number().parse(await ask({ write: 'drop-replaced-tokens', until })),
    noteTokenUses: async (uses) => {
      await ask({ write: 'token-uses', uses });
    },
    keepDeviceKey: async (key) =>
      deviceKey.nullable().parse(await laptops.run(key.tokenId, 0, () => ask({ write: 'device-key', key }))),
    hasDeviceKey: async (tokenId, key) => available(() => deviceKeys.has(tokenId, key)),
    readDeviceKeys: async (query) => available(() => deviceKeys.read(query)),
    appendLog: async (append) => {
      const written = await laptops.run(append.tokenId, bytesOfBatch(append.entries), () =>
        ask({ write: 'log', append }),
      );
      const appending = logWritten.parse(written);
      if (appending.kind !== 'kept') return appending;
      if (appending.removed === true) {
        await purgeAll(purgeRemoved);
        listeners.tell({ kind: 'removals-kept', feeds: [append] });
      }
      return { ...appending, run: feed.run() };
    },
    claimTurn: async (claim) =>
      turnClaiming.parse(await laptops.run(claim.tokenId, 0, () => ask({ write: 'turn', claim }))),
    keepPlannedJob: async (revision) => {
      const keeping = plannedJobKeeping.parse(
        await laptops.run(revision.tokenId, bytesOfPlan(revision), () =>
          ask({ write: 'planned-job', revision }),
        ),
      );
      if (keeping.kind === 'kept') listeners.tell({ kind: 'plans-kept', feeds: [revision] });
      return keeping;
    },
    claimPlannedJob: async (claim) => {
      const claiming = plannedJobClaimed.parse(
        await laptops.run(claim.reader.tokenId, bytesOfPlan(claim), () =>
          ask({ write: 'planned-job-claim', claim }),
        ),
      );
      if (claiming.kind === 'answered') listeners.tell({ kind: 'plans-kept', feeds: [claim] });
      return claiming;
    },
    readPlannedJobs: async (query) => available(() => plannedJobs.read(query)),
    deletePlannedJobsBefore: async (before, limit) =>
      z.number().parse(await ask({ write: 'forget-plans', before, limit })),
    keepInstruction: async (version) =>
      instructionKeeping.parse(
        await laptops.run(version.tokenId, bytesOfPlan(version), () =>
          ask({ write: 'instruction', version }),
        ),
      ),
    readInstructions: async (query) => available(() => instructions.read(query)),
    deleteWithdrawnBefore: async (before, limit) =>
      z.number().parse(await ask({ write: 'forget-instructions', before, limit })),
    keepPublication: async (given) =>
      publicationKeeping.parse(
        await laptops.run(given.tokenId, bytesOfPlan(given), () =>
          ask({ write: 'publication', publication: given }),
        ),
      ),
    isAttachedFile: async (key) => available(() => attachedFiles.names(key)),
    renewAttachedFiles: async (at) => {
      await ask({ write: 'renew-attached-files', at });
    },
    readPublication: async (feed) => available(() => publications.newest(feed)),
    keepMirror: async (mirror) =>
      mirrorKeeping.parse(
        await laptops.run(mirror.tokenId, bytesOfMirror(mirror), () => ask({ write: 'mirror', mirror })),
      ),
    reportMirrors: async (report) =>
      mirrorReported.parse(
        await laptops.run(report.tokenId, 0, () => ask({ write: 'mirror-report', report })),
      ),
    readMirrors: async (query) => available(() => mirrors.list(query)),
    readMirror: async (query, job, turn) => available(() => mirrors.find(query, job, turn)),
    claimRescue: async (claim) =>
      rescuing.parse(await laptops.run(claim.tokenId, 0, () => ask({ write: 'rescue', claim }))),
    deleteMirrorsBefore: async (before, limit) =>
      z.number().parse(await ask({ write: 'forget-mirrors', before, limit })),
    readRemovals: async (query) => available(() => removals.read(query)),
    isAttachmentRemoved: async (key) => available(() => removals.isAttachmentRemoved(key)),
    readLog: async (query) => available(() => log.read(query)),
    readNotes: async (query) => available(() => log.notes(query)),
    readForks: async (key, chains) => available(() => log.forks(key, chains)),
    readLogSignatures: async (places) => available(() => log.signatures(places)),
    keepReview: async (review) => {
      const keeping = reviewKeeping.parse(
        await laptops.run(review.tokenId, 0, () => ask({ write: 'review', review })),
      );
      if (keeping.kind === 'kept') listeners.tell({ kind: 'reviews-kept', feeds: [keeping.review] });
      return keeping;
    },
    readReviews: async (query) => available(() => reviews.read(query)),
    reviewAt: async (key, sequence) => available(() => reviews.at(key, sequence)),
    readMissedReviews: async (tokenId, key) => available(() => reviews.missed(tokenId, key)),
    noteReviewReads: async (marks) => {
      await ask({ write: 'review-reads', marks });
    },
    deleteLogBefore: async (before, limit) =>
      z.number().parse(await ask({ write: 'forget-log', before, limit })),
    deleteReviewsBefore: async (before, limit) =>
      deletedReviews.parse(await ask({ write: 'forget-reviews', before, limit })),
    addPiece: async (piece) =>
      pieceKeeping.parse(
        await laptops.run(piece.tokenId, piece.bytes.length, () => ask({ write: 'piece', piece })),
      ),
    findAttachment: async (key) => available(() => attachments.find(key)),
    readPiece: async (key, start) => available(() => attachments.piece(key, start)),
    isWhole: async (key, size) => available(() => attachments.isWhole(key, size)),
    completeAttachment: async (key) => {
      await ask({ write: 'complete-attachment', key });
    },
    dropAttachment: async (key) => {
      await ask({ write: 'drop-attachment', key });
    },
    mayReadAttachment: async (key, tokenId) => available(() => attachments.mayRead(key, tokenId)),
    nextToMove: async (skip) => available(() => attachments.toMove(skip)),
    fileOf: async (key) => available(() => attachments.fileOf(key)),
    noteStray: async (name, since) => {
      await ask({ write: 'note-stray', name, since });
    },
    moveOut: async (key, name) => z.boolean().parse(await ask({ write: 'move-out', key, name })),
    takeStray: async (before, limit) =>
      z.array(z.string()).parse(await ask({ write: 'take-stray', before, limit })),
    forgetStray: async (name) => {
      await ask({ write: 'forget-stray', name });
    },
    purgeRemoved,
    dropUnfinishedBefore: async (before, limit) =>
      z.number().parse(await ask({ write: 'drop-unfinished', before, limit })),
    dropCompleteBefore: async (before, limit) =>
      z.number().parse(await ask({ write: 'drop-complete', before, limit })),
    quarantine: async (webhook) => {
      await ask({ write: 'quarantine', webhook });
    },
    readQuarantine: async () => available(quarantine.read),
    dropQuarantinedBefore: async (before) =>
      z.number().parse(await ask({ write: 'drop-quarantined', before })),
    onChange: listeners.add,
    onLost: losses.add,
    warnings: [],
    check: async () => {
      available(feed.bounds);
    },
    close: async () => {
      await commits.close();
      // The last connection to close checkpoints the WAL; the writing thread does it, so that this one does not block.
      db.close();
      await end();
    },
  };
}

/** Runs a piece of database work; what the database refuses becomes `StoreUnavailable`. */
function available<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (reason) {
    if (reason instanceof Database.SqliteError) throw new StoreUnavailable(reason.code);
    // better-sqlite3 answers a closed database with a TypeError.
    if (reason instanceof TypeError && /not open/.test(reason.message)) throw new StoreUnavailable('closed');
    throw reason;
  }
}
