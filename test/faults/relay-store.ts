import { createHash } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';
import { attachmentsTable } from '../../relay/store/sqlite/attachments-table.ts';
import { feedView } from '../../relay/store/sqlite/feed-view.ts';
import { logTable } from '../../relay/store/sqlite/logs-table.ts';
import { reviewsTable } from '../../relay/store/sqlite/reviews-table.ts';
import { migrate } from '../../relay/store/sqlite/open-database.ts';
import { migrations } from '../../relay/store/sqlite/migrations/registry.ts';
import { removalsTable } from '../../relay/store/sqlite/removals-table.ts';
import { resultsTable } from '../../relay/store/sqlite/results-table.ts';
import { tokensTable } from '../../relay/store/sqlite/tokens-table.ts';
import { customerId } from '../../shared/ids.ts';
import { customer } from './fleet.ts';
import { type Beginning, beginningOf, rewind } from './rewind.ts';

/** The tables of the real relay in memory. */
export type RelayTables = ReturnType<typeof tablesOf>;

/** The store of one relay. An epoch is 16 hex digits that no other run of the relay has. */
export interface RelayStore {
  /** An empty store. */
  readonly empty: (epoch: string) => RelayTables;
  readonly backUp: () => void;
  /** The last backup, as another run of the relay opens it; null where there is none. */
  readonly restore: (epoch: string) => RelayTables | null;
  /** The day is over. */
  readonly giveBack: () => void;
}

/** So many laptops may bring their logs. */
const MOST_LAPTOPS = 3;

/** The relay's name of a laptop, counted from 0. */
export const tokenName = (laptop: number): string => `Laptop ${laptop + 1}`;
/** Its token. */
export const tokenId = (laptop: number): number => laptop + 1;

/** The first laptop is an installer's; supervisors work at the others, who install as well. */
export const isSupervisor = (laptop: number): boolean => laptop > 0;

/** Whose data it is. */
export const owner = { environment: 'uat', customerId: customerId.parse(customer) } as const;
/** More rows than a day makes. */
export const ALL_ROWS = 100_000;

interface Kept {
  readonly db: BetterSqlite3.Database;
  readonly beginning: Beginning;
  readonly tables: (epoch: string) => RelayTables;
}

/** Stores of earlier days: opening one and compiling its statements is a twentieth of a day. */
const idle: Kept[] = [];

/** A store that no other day uses. */
export function openRelayStore(): RelayStore {
  const kept = idle.pop() ?? emptyStore();
  const { db, beginning, tables } = kept;
  let backup: Beginning | null = null;
  const setTo = (rows: Beginning): void => {
    if (!rewind(db, rows)) throw new Error('the schema of the relay has changed');
  };
  return {
    empty: (epoch) => {
      setTo(beginning);
      // The random values of the migration, and the epoch of this run of the relay.
      db.prepare('UPDATE feed_epochs SET epoch = ?').run(epoch.replace(/^./, 'f'));
      return tables(epoch);
    },
    backUp: () => {
      backup = beginningOf(db);
    },
    restore: (epoch) => {
      if (backup === null) return null;
      setTo(backup);
      return tables(epoch);
    },
    giveBack: () => {
      idle.push(kept);
    },
  };
}

function emptyStore(): Kept {
  const db = new BetterSqlite3(':memory:');
  migrate(db, migrations, 'relay.db');
  for (let laptop = 0; laptop < MOST_LAPTOPS; laptop += 1) {
    tokensTable(db).add({
      hash: createHash('sha256').update(tokenName(laptop)).digest(),
      name: tokenName(laptop),
      role: isSupervisor(laptop) ? 'supervisor' : 'installer',
      customers: null,
      environments: null,
      createdAt: 0,
      expiresAt: null,
    });
  }
  const replayed = replayStatements(db);
  return { db, beginning: beginningOf(db), tables: (epoch) => replayed(() => tablesOf(db, epoch)) };
}

function tablesOf(db: BetterSqlite3.Database, epoch: string) {
  const entries = db.prepare<[number], number>('SELECT count(*) FROM log_entries WHERE token_id = ?').pluck();
  return {
    results: resultsTable(db, epoch),
    feed: feedView(db, epoch),
    log: logTable(db),
    reviews: reviewsTable(db),
    attachments: attachmentsTable(db),
    removals: removalsTable(db),
    /** How many entries of a token's logs there are. */
    entriesOf: (token: number): number => entries.get(token) ?? 0,
  };
}

/** Work that compiles the same statements in the same order each time is given those of the first time. */
function replayStatements(db: BetterSqlite3.Database): <Value>(work: () => Value) => Value {
  const compile = db.prepare.bind(db);
  const statements: ReturnType<typeof compile>[] = [];
  return (work) => {
    let place = 0;
    const prepare = (sql: string) => {
      const known = statements[place];
      const statement = known?.source === sql ? known : compile(sql);
      statements[place] = statement;
      place += 1;
      return statement;
    };
    Object.defineProperty(db, 'prepare', { value: prepare, configurable: true });
    try {
      return work();
    } finally {
      Object.defineProperty(db, 'prepare', { value: compile, configurable: true });
    }
  };
}
