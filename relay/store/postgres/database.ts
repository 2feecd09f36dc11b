import { Pool, type ClientConfig, type PoolClient } from 'pg';
import { z } from 'zod';
import { SECOND } from '../../../shared/time.ts';
import { StoreUnavailable } from '../store.ts';
import { Refusal } from '../../command-line.ts';

/** Rows as they came: every caller parses them. */
type Rows = readonly unknown[];

type Statement = {
  /** Given to a statement that is asked often: the server then plans it once per connection. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
};

export type Queries = { readonly query: (statement: Statement) => Promise<Rows> };

/** The server behind a store: its connections, and every failure as `StoreUnavailable`. */
export type Database = Queries & {
  /** Everything in one transaction on one connection; a throw rolls back. */
  readonly transaction: <Value>(work: (queries: Queries) => Promise<Value>) => Promise<Value>;
  readonly close: () => Promise<void>;
};

/** A bigint: the driver hands it on as text. */
export const bigint = z.string().transform(Number).pipe(z.number().int());

/** Laptops read and write. */
export const CONNECTIONS = 8;
/** The operator's webhooks: one by group commit, and one for what is set aside. */
export const WEBHOOK_CONNECTIONS = 2;

/** Milliseconds; 0 = none. */
type Deadlines = { readonly connect: number; readonly query: number };
/** A server that does not answer is a 503, not a request that hangs. */
const USUAL: Deadlines = { connect: 5 * SECOND, query: 10 * SECOND };
/** Shorter than a balancer waits: it would report no reason. */
const READINESS: Deadlines = { connect: 2 * SECOND, query: 2 * SECOND };
/** A migration of a large table takes as long as it takes, and a replica that starts beside it waits. */
export const MIGRATING: Deadlines = { connect: USUAL.connect, query: 0 };

/** How every connection is made. */
export function connectionSettings(url: string, { connect, query }: Deadlines = USUAL): ClientConfig {
  return {
    connectionString: url,
    application_name: 'boxwright-relay',
    connectionTimeoutMillis: connect,
    query_timeout: query,
    statement_timeout: query,
    keepAlive: true,
  };
}

/** Connects on demand; nothing is checked yet. */
export function openDatabase(url: string, connections = CONNECTIONS, deadlines = USUAL): Database {
  const pool = new Pool({ ...connectionSettings(url, deadlines), max: connections });
  let ended: Promise<void> | null = null;
  // A connection that breaks while idle: the next query takes another one and tells what is wrong.
  pool.on('error', () => undefined);

  return {
    query: (statement) => ask(pool, statement),
    transaction: async (work) => {
      const client = await pool.connect().catch(refuse);
      let broken = true;
      try {
        const queries: Queries = { query: (statement) => ask(client, statement) };
        await queries.query({ text: 'BEGIN' });
        const value = await work(queries);
        await queries.query({ text: 'COMMIT' });
        broken = false;
        return value;
      } finally {
        // The server rolls back a connection that is thrown away in a transaction.
        client.release(broken);
      }
    },
    close: () => (ended ??= pool.end()),
  };
}

async function ask(asked: Pool | PoolClient, { values, ...statement }: Statement): Promise<Rows> {
  const { rows } = await asked
    .query<Record<string, unknown>>({ ...statement, values: [...(values ?? [])] })
    .catch(refuse);
  return rows;
}

const coded = z.object({ code: z.string() });
const worded = z.object({ message: z.string() });

/** The driver's own deadlines have messages and no codes: all connections are taken, one is not made, or a statement is not answered. */
const DEADLINES: ReadonlyMap<string, string> = new Map([
  ['timeout exceeded when trying to connect', 'no free connection'],
  ['Connection terminated due to connection timeout', 'connection timeout'],
  ['timeout expired', 'connection timeout'],
  ['Query read timeout', 'query timeout'],
]);

/** The server's or the network's own code, or the name of a deadline. Never another message: it may quote what was sent. */
function refuse(reason: unknown): never {
  const named = coded.safeParse(reason);
  if (named.success) throw new StoreUnavailable(named.data.code);
  const { data } = worded.safeParse(reason);
  throw new StoreUnavailable(DEADLINES.get(data?.message ?? '') ?? 'no connection');
}

/**
 * Whether the database answers: on a connection and with deadlines of its own, so that a relay whose other connections are busy stays
 * with its balancer. All who ask at the same time share one query.
 */
export function readiness(url: string) {
  const database = openDatabase(url, 1, READINESS);
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    try {
      await database.query({ text: 'SELECT floor FROM store' });
    } finally {
      asking = null;
    }
  };
  return {
    /** Rejects with `StoreUnavailable` when it does not. */
    check: (): Promise<void> => (asking ??= ask()),
    close: database.close,
  };
}

/** The oldest server with everything the schema uses. */
const OLDEST_SERVER = 13;

const serverRow = z.tuple([
  z.object({
    version: z.coerce.number(),
    fsync: z.string(),
    commit: z.string(),
    waitsFor: z.string(),
    standbys: z.number(),
  }),
]);

/**
 * Whether a server keeps what it confirms. Returns sentences about what may be lost with one of its standbys.
 *
 * @throws Refusal when it is too old, or loses data by itself.
 */
export async function checkServer({ query }: Database): Promise<readonly string[]> {
  const rows = await query({
    // Without the right to read them, the rows of the view are there and empty.
    text: `SELECT current_setting('server_version_num') AS version, current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS commit, current_setting('synchronous_standby_names') AS "waitsFor",
      (SELECT count(*)::integer FROM pg_stat_replication) AS standbys`,
  });
  const [{ version, fsync, commit, waitsFor, standbys }] = serverRow.parse(rows);
  if (version < OLDEST_SERVER * 10_000) {
    throw new Refusal(`The PostgreSQL server is too old: version ${OLDEST_SERVER} or newer is needed.`);
  }
  if (fsync !== 'on') {
    throw new Refusal(
      'The PostgreSQL server runs with fsync off and may lose what it confirmed: turn fsync on.',
    );
  }
  if (standbys > 0 && waitsFor === '') {
    return [
      'The PostgreSQL server has standbys and synchronous_standby_names is empty: a standby that is promoted lacks webhooks that were answered 204.',
    ];
  }
  // The relay raises off to on by itself; local is the one that waits for no standby.
  if (waitsFor !== '' && commit === 'local') {
    return [
      'synchronous_commit is local: a commit waits for no standby, and one that is promoted lacks webhooks that were answered 204.',
    ];
  }
  return [];
}
