import Database from 'better-sqlite3';
import { groupCommit } from '../group-commit.ts';
import { changeListeners } from '../change-listeners.ts';
import type { ArrivedResult } from '../results-store.ts';
import { StoreUnavailable, isValueRefused, type RelayStore } from '../store.ts';
import { feedView } from './feed-view.ts';
import { attachmentsTable } from './attachments-table.ts';
import { logTable, reviewsTable } from './logs-tables.ts';
import { openDatabase } from './open-database.ts';
import { othersWrites } from './others-writes.ts';
import { resultsTable } from './results-table.ts';
import { tokensTable } from './tokens-table.ts';

/**
 * The relay's store in one SQLite file of the data folder.
 *
 * @throws Refusal when the folder or the database cannot be used.
 */
export function openSqliteStore(dataDir: string): RelayStore {
  const db = openDatabase(dataDir);
  const results = resultsTable(db);
  const feed = feedView(db);
  const tokens = tokensTable(db);
  const log = logTable(db);
  const attachments = attachmentsTable(db);
  const reviews = reviewsTable(db);
  const listeners = changeListeners();
  const endWatch = othersWrites(db, () => listeners.tell({ kind: 'anything' }));

  const commits = groupCommit((arrived: readonly ArrivedResult[]) => {
    const outcomes = available(() => results.keepAll(arrived));
    const feeds = arrived.filter((_, index) => outcomes[index] === 'first');
    if (feeds.length > 0) listeners.tell({ kind: 'results-kept', feeds });
    return outcomes;
  }, isValueRefused);

  return {
    keepResult: commits.add,
    readFeed: async (query) => available(() => feed.read(query)),
    readBounds: async () => available(feed.bounds),
    readResult: async (key, sequence) => available(() => feed.readOne(key, sequence)),
    noteReads: async (marks) => available(() => results.noteReads(marks)),
    forgetResultsBefore: async (before) => available(() => results.forgetBefore(before)),
    addToken: async (token) => available(() => tokens.add(token)),
    findActiveToken: async (hash, at) => available(() => tokens.findActive(hash, at)),
    listTokens: async () => available(tokens.list),
    revokeToken: async (id, at) => {
      const revoked = available(() => tokens.revoke(id, at));
      if (revoked) listeners.tell({ kind: 'anything' });
      return revoked;
    },
    rotateToken: async (id, rotation) => {
      const rotated = available(() => tokens.rotate(id, rotation));
      if (rotated) listeners.tell({ kind: 'anything' });
      return rotated;
    },
    noteTokenUses: async (uses) => available(() => tokens.noteUses(uses)),
    appendLog: async (append) => available(() => log.append(append)),
    readLog: async (query) => available(() => log.read(query)),
    keepReview: async (review) => {
      const keeping = available(() => reviews.keep(review));
      if (keeping.kind === 'kept') listeners.tell({ kind: 'reviews-kept', feeds: [keeping.review] });
      return keeping;
    },
    readReviews: async (query) => available(() => reviews.read(query)),
    addPiece: async (piece) => available(() => attachments.add(piece)),
    findAttachment: async (key) => available(() => attachments.find(key)),
    readPiece: async (key, start) => available(() => attachments.piece(key, start)),
    completeAttachment: async (key) => available(() => attachments.complete(key)),
    dropAttachment: async (key) => available(() => attachments.drop(key)),
    dropUnfinishedBefore: async (before) => available(() => attachments.dropUnfinishedBefore(before)),
    onChange: listeners.add,
    check: async () => {
      available(feed.bounds);
    },
    close: async () => {
      endWatch();
      await commits.close();
      db.close();
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
