import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '../../command-line.ts';
import { changeListeners, purgeAll, StoreUnavailable, type RelayStore } from '../store.ts';
import { commitResults, diskReserve, type DiskSpace, laptopWrites } from '../write-queues.ts';
import { bytesOfPlan, bytesOfBatch } from '../log-rows.ts';
import { bytesOfMirror } from '../rescue-store.ts';
import {
  bigint,
  CONNECTIONS,
  openDatabase,
  WEBHOOK_CONNECTIONS,
  type Database,
  readiness,
  checkServer,
  migrate,
  externalChanges,
} from './database.ts';
import { attachedFileQueries, attachmentQueries } from './attachments.ts';
import { handOverQueries, plannedJobQueries } from './jobs.ts';
import { instructionQueries, publicationQueries } from './office-documents.ts';
import { mirrorQueries } from './mirrors.ts';
import { deviceKeyQueries, tokensQueries } from './tokens.ts';
import { logQueries } from './logs.ts';
import { readFeedView, readKeptResult, readRun } from './feed-view.ts';
import { migrations } from './migrations/registry.ts';
import { quarantineQueries, resultsQueries } from './results.ts';
import { removalQueries } from './removals.ts';
import { reviewQueries } from './reviews.ts';

/** Half of the connections stay free for laptops that read. */
const WRITES_AT_ONCE = CONNECTIONS / 2;

/**
 * The relay's store in a PostgreSQL database, which several replicas may share.
 *
 * @param limit the size limit of the database in bytes, of which a part is reserved for the operator's results. The
 * server's disk cannot be queried from here; null reserves nothing.
 * @param diskSpace replaces the space that the limit leaves.
 * @throws Refusal when the database cannot be reached or used.
 */
export async function openPostgresStore(
  url: string,
  limit: number | null = null,
  diskSpace?: () => DiskSpace,
): Promise<RelayStore> {
  const database = openDatabase(url);
  /** Separate connections, so that no laptop's query delays a webhook or a revocation. */
  const reserved = openDatabase(url, WEBHOOK_CONNECTIONS);
  const ready = readiness(url);
  /** Identifies this replica in notifications. */
  const origin = randomBytes(8).toString('hex');
  const listeners = changeListeners();
  const { warnings, endListening } = await prepared(url, database, () =>
    externalChanges(url, origin, listeners.tell),
  );
  const results = resultsQueries(database, reserved, origin);
  const tokens = tokensQueries(database, reserved, origin);
  const deviceKeys = deviceKeyQueries(database);
  const log = logQueries(database, origin);
  const removals = removalQueries(database);
  const attachments = attachmentQueries(database);
  const reviews = reviewQueries(database, origin);
  const quarantine = quarantineQueries(reserved);
  const handOvers = handOverQueries(database);
  const plannedJobs = plannedJobQueries(database, origin);
  const instructions = instructionQueries(database);
  const publications = publicationQueries(database);
  const attachedFiles = attachedFileQueries(database);
  const mirrors = mirrorQueries(database);

  const commits = commitResults(results.keepAll, listeners);
  const space = diskSpace ?? (limit === null ? null : () => spaceWithin(limit, database));
  const laptops = laptopWrites({
    atOnce: WRITES_AT_ONCE,
    ...(space !== null && { diskIsKept: diskReserve(space) }),
  });

  return {
    keepResult: commits.add,
    readFeed: (query) => readFeedView(database, query),
    readBounds: results.bounds,
    readRun: () => readRun(database),
    readResult: (key, sequence) => readKeptResult(database, key, sequence),
    noteReads: results.noteReads,
    deleteResultsBefore: results.deleteBefore,
    addToken: tokens.add,
    findActiveToken: tokens.findActive,
    listTokens: tokens.list,
    revokeToken: async (id, at) => {
      const revoked = await tokens.revoke(id, at);
      if (revoked) listeners.tell({ kind: 'anything' });
      return revoked;
    },
    rotateToken: async (id, rotation) => {
      const rotated = await tokens.rotate(id, rotation);
      if (rotated) listeners.tell({ kind: 'anything' });
      return rotated;
    },
    dropReplacedTokens: tokens.dropReplaced,
    noteTokenUses: tokens.noteUses,
    keepDeviceKey: (key) => laptops.run(key.tokenId, 0, () => deviceKeys.keep(key)),
    hasDeviceKey: deviceKeys.has,
    readDeviceKeys: deviceKeys.read,
    appendLog: async (append) => {
      const appending = await laptops.run(append.tokenId, bytesOfBatch(append.entries), () =>
        log.append(append),
      );
      if (appending.kind === 'kept' && appending.removed === true) {
        await purgeAll(attachments.purge);
        listeners.tell({ kind: 'removals-kept', feeds: [append] });
      }
      return appending;
    },
    claimTurn: (claim) => laptops.run(claim.tokenId, 0, () => handOvers.claim(claim)),
    keepPlannedJob: async (revision) => {
      const keeping = await laptops.run(revision.tokenId, bytesOfPlan(revision), () =>
        plannedJobs.keep(revision),
      );
      if (keeping.kind === 'kept') listeners.tell({ kind: 'plans-kept', feeds: [revision] });
      return keeping;
    },
    claimPlannedJob: async (claim) => {
      const claiming = await laptops.run(claim.reader.tokenId, bytesOfPlan(claim), () =>
        plannedJobs.claim(claim),
      );
      if (claiming.kind === 'answered') listeners.tell({ kind: 'plans-kept', feeds: [claim] });
      return claiming;
    },
    readPlannedJobs: plannedJobs.read,
    deletePlannedJobsBefore: plannedJobs.deleteBefore,
    keepInstruction: (version) =>
      laptops.run(version.tokenId, bytesOfPlan(version), () => instructions.keep(version)),
    readInstructions: instructions.read,
    deleteWithdrawnBefore: instructions.deleteWithdrawnBefore,
    keepPublication: (given) =>
      laptops.run(given.tokenId, bytesOfPlan(given), () => publications.keep(given)),
    readPublication: publications.newest,
    isAttachedFile: attachedFiles.names,
    renewAttachedFiles: attachedFiles.renew,
    keepMirror: (mirror) => laptops.run(mirror.tokenId, bytesOfMirror(mirror), () => mirrors.keep(mirror)),
    reportMirrors: (report) => laptops.run(report.tokenId, 0, () => mirrors.report(report)),
    readMirrors: mirrors.list,
    readMirror: mirrors.find,
    claimRescue: (claim) => laptops.run(claim.tokenId, 0, () => mirrors.claim(claim)),
    deleteMirrorsBefore: mirrors.deleteBefore,
    readRemovals: removals.read,
    isAttachmentRemoved: removals.isAttachmentRemoved,
    readLog: log.read,
    readNotes: log.notes,
    readForks: log.forks,
    readLogSignatures: log.signatures,
    keepReview: async (review) => {
      const keeping = await laptops.run(review.tokenId, 0, () => reviews.keep(review));
      if (keeping.kind === 'kept') listeners.tell({ kind: 'reviews-kept', feeds: [keeping.review] });
      return keeping;
    },
    readReviews: reviews.read,
    reviewAt: reviews.at,
    readMissedReviews: reviews.missed,
    noteReviewReads: reviews.noteReads,
    deleteLogBefore: log.deleteBefore,
    deleteReviewsBefore: reviews.deleteBefore,
    addPiece: (piece) => laptops.run(piece.tokenId, piece.bytes.length, () => attachments.add(piece)),
    findAttachment: attachments.find,
    readPiece: attachments.piece,
    isWhole: attachments.isWhole,
    completeAttachment: attachments.complete,
    dropAttachment: attachments.drop,
    mayReadAttachment: attachments.mayRead,
    nextToMove: attachments.toMove,
    fileOf: attachments.fileOf,
    noteStray: attachments.noteStray,
    moveOut: attachments.moveOut,
    takeStray: attachments.takeStray,
    forgetStray: attachments.forgetStray,
    purgeRemoved: attachments.purge,
    dropUnfinishedBefore: attachments.dropUnfinishedBefore,
    dropCompleteBefore: attachments.dropCompleteBefore,
    quarantine: quarantine.add,
    readQuarantine: quarantine.read,
    dropQuarantinedBefore: quarantine.dropBefore,
    onChange: listeners.add,
    warnings,
    // The pool reconnects, so a PostgreSQL store is never lost.
    onLost: () => undefined,
    check: ready.check,
    close: async () => {
      await commits.close();
      await endListening();
      await reserved.close();
      await ready.close();
      await database.close();
    },
  };
}

async function prepared(
  url: string,
  database: Database,
  listen: () => Promise<() => Promise<void>>,
): Promise<{ readonly warnings: readonly string[]; readonly endListening: () => Promise<void> }> {
  try {
    const ofServer = await checkServer(database);
    const { found, known } = await migrate(url, migrations);
    const newer = `The database has schema ${found}, which allows relays that know ${known}: replace this relay soon.`;
    const warnings = found > known ? [...ofServer, newer] : ofServer;
    return { warnings, endListening: await listen() };
  } catch (reason) {
    await database.close();
    if (reason instanceof StoreUnavailable) {
      throw new Refusal(`The database that RELAY_DATABASE_URL names cannot be used (${reason.code}).`, {
        cause: reason,
      });
    }
    throw reason;
  }
}

const sizeRow = z.tuple([z.object({ size: bigint })]);

/**
 * The limit serves as the disk size of the database. Space that PostgreSQL has freed within its files still counts as
 * used.
 */
async function spaceWithin(limit: number, { query }: Database): Promise<DiskSpace> {
  const rows = await query({ text: 'SELECT pg_database_size(current_database()) AS size' });
  const [{ size }] = sizeRow.parse(rows);
  return { total: limit, free: limit - size };
}
