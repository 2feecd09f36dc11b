import Database from 'better-sqlite3';
import { z } from 'zod';
import { StoreUnavailable, type ArrivedResult, type FeedKey, type RelayStore } from '../store.ts';
import { groupCommit } from './group-commit.ts';
import { openDatabase } from './open-database.ts';
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
  const tokens = tokensTable(db);
  const listeners = new Set<(grown: readonly FeedKey[]) => void>();

  const commits = groupCommit((arrived: readonly ArrivedResult[]) => {
    const outcomes = available(() => results.keepAll(arrived));
    const grown = arrived.filter((_, index) => outcomes[index] === 'first');
    if (grown.length > 0) for (const listener of listeners) listener(grown);
    return outcomes;
  });

  return {
    epoch: z.string().parse(db.prepare('SELECT epoch FROM store').pluck().get()),
    keepResult: commits.add,
    readResults: async (query) => available(() => results.read(query)),
    feedBounds: async () => available(results.feedBounds),
    onResultsKept: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    forgetResultsBefore: async (before) => available(() => results.forgetBefore(before)),
    addToken: async (token) => available(() => tokens.add(token)),
    findActiveToken: async (hash) => available(() => tokens.findActive(hash)),
    listTokens: async () => available(tokens.list),
    revokeToken: async (id, at) => available(() => tokens.revoke(id, at)),
    check: async () => {
      available(results.feedBounds);
    },
    close: async () => {
      commits.close();
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
