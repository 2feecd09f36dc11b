import { Client, Pool, type ClientConfig, type PoolClient } from 'pg';
import { z } from 'zod';
import { isLoopbackHost } from '../../../shared/addresses.ts';
import { environment, customerId } from '../../../shared/ids.ts';
import { SECOND } from '../../../shared/time.ts';
import { Refusal } from '../../command-line.ts';
import { StoreUnavailable, type Migration, type StoreChange } from '../store.ts';

/*
 * Connections to PostgreSQL: limits, deadlines, checks of the server's durability, the migration, and the connection
 * that listens to other replicas.
 */

/** Unparsed rows: every caller parses them. */
type Rows = readonly unknown[];

type Statement = {
  /** Name of a prepared statement: the server plans it once per connection. */
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
};

export type Queries = { readonly query: (statement: Statement) => Promise<Rows> };

/** The connections to the server; every failure becomes `StoreUnavailable`. */
export type Database = Queries & {
  /** Runs `work` in one transaction on one connection; an exception rolls back. */
  readonly transaction: <Value>(work: (queries: Queries) => Promise<Value>) => Promise<Value>;
  readonly close: () => Promise<void>;
};

/** A bigint, which the driver returns as text. */
export const bigint = z.string().transform(Number).pipe(z.number().int());

/** Connections for the laptops' reads and writes. */
export const CONNECTIONS = 8;
/** Connections for the operator's webhooks: one for group commit, one for the quarantine. */
export const WEBHOOK_CONNECTIONS = 2;

/** Milliseconds; 0 = none. */
type Deadlines = { readonly connect: number; readonly query: number };
/** A server that does not answer causes a 503 instead of a hanging request. */
const USUAL: Deadlines = { connect: 5 * SECOND, query: 10 * SECOND };
/** Shorter than the timeout of a load balancer, which would report no reason. */
const READINESS: Deadlines = { connect: 2 * SECOND, query: 2 * SECOND };
/** A migration of a large table has no time limit, and a replica that starts at the same time waits for it. */
const MIGRATING: Deadlines = { connect: USUAL.connect, query: 0 };

/** The options of every connection. */
function connectionSettings(url: string, { connect, query }: Deadlines = USUAL): ClientConfig {
  return {
    connectionString: url,
    application_name: 'boxwright-relay',
    connectionTimeoutMillis: connect,
    query_timeout: query,
    statement_timeout: query,
    keepAlive: true,
  };
}

/** Opens connections on demand; nothing is checked yet. */
export function openDatabase(url: string, connections = CONNECTIONS, deadlines = USUAL): Database {
  const pool = new Pool({ ...connectionSettings(url, deadlines), max: connections });
  let ended: Promise<void> | null = null;
  // Ignores errors of idle connections: the next query takes another connection and reports the fault.
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
        // Discarding the connection makes the server roll back its transaction.
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

/**
 * The driver's own timeouts have messages and no codes: no free connection, no connection to the server, no answer to a
 * statement.
 */
const DEADLINES: ReadonlyMap<string, string> = new Map([
  ['timeout exceeded when trying to connect', 'no free connection'],
  ['Connection terminated due to connection timeout', 'connection timeout'],
  ['timeout expired', 'connection timeout'],
  ['Query read timeout', 'query timeout'],
]);

/**
 * Throws with the code of the server or the network, or the name of a deadline. Messages are dropped, because they may
 * quote the request.
 */
function refuse(reason: unknown): never {
  const named = coded.safeParse(reason);
  if (named.success) throw new StoreUnavailable(named.data.code);
  const { data } = worded.safeParse(reason);
  throw new StoreUnavailable(DEADLINES.get(data?.message ?? '') ?? 'no connection');
}

/**
 * Tests whether the database answers, on a connection and with deadlines of its own, so that a relay whose other
 * connections are busy stays in its load balancer. Concurrent callers share one query.
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

const server = z.object({
  version: z.coerce.number(),
  fsync: z.string(),
  commit: z.string(),
  waitsFor: z.string(),
  standbys: z.number(),
  /** Null = through a socket file. */
  address: z.string().nullable(),
  encrypted: z.boolean(),
});
const serverRow = z.tuple([server]);

/**
 * Checks that a server keeps confirmed data, and that its connection is encrypted. Returns warnings for the log.
 *
 * @throws Refusal when the server is too old, or configured to lose data.
 */
export async function checkServer({ query }: Database): Promise<readonly string[]> {
  const rows = await query({
    // Without the privilege to read it, pg_stat_replication has rows with empty columns.
    text: `SELECT current_setting('server_version_num') AS version, current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS commit, current_setting('synchronous_standby_names') AS "waitsFor",
      (SELECT count(*)::integer FROM pg_stat_replication) AS standbys,
      host(inet_server_addr()) AS address,
      COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS encrypted`,
  });
  const [found] = serverRow.parse(rows);
  if (found.version < OLDEST_SERVER * 10_000) {
    throw new Refusal(`The PostgreSQL server is too old: version ${OLDEST_SERVER} or newer is needed.`);
  }
  if (found.fsync !== 'on') {
    throw new Refusal(
      'The PostgreSQL server runs with fsync off and may lose what it confirmed: turn fsync on.',
    );
  }
  return warningsAbout(found);
}

/** Sentences about a server that may be used, for the log. */
export function warningsAbout({
  commit,
  waitsFor,
  standbys,
  address,
  encrypted,
}: Omit<z.output<typeof server>, 'version' | 'fsync'>): readonly string[] {
  const warnings: string[] = [];
  if (standbys > 0 && waitsFor === '') {
    warnings.push(
      'The PostgreSQL server has standbys and synchronous_standby_names is empty: a standby that is promoted lacks webhooks that were answered 204.',
    );
  }
  // The relay raises `off` to `on` itself; `local` does not wait for standbys.
  if (waitsFor !== '' && commit === 'local') {
    warnings.push(
      'synchronous_commit is local: a commit waits for no standby, and one that is promoted lacks webhooks that were answered 204.',
    );
  }
  if (!encrypted && address !== null && !isLoopbackHost(address)) {
    warnings.push(
      'The connection to the PostgreSQL server is not encrypted: results, logs and photos can be read on the way. Add sslmode=verify-full to RELAY_DATABASE_URL.',
    );
  }
  return warnings;
}

/** Advisory lock of the migration; the number is arbitrary, but all versions of the relay must use the same. */
const MIGRATION_LOCK = 4_711_001;

const versionRow = z.tuple([z.object({ version: z.number() })]);
const markedRow = z.tuple([z.object({ marked: z.number() })]);

/** The versions of the database and of this code. */
export type SchemaVersions = { readonly found: number; readonly known: number };

/**
 * Migrates the database to the newest version of this code, in one transaction. Replicas that start together wait
 * for each other. A newer database stays unchanged.
 *
 * @throws Refusal when the database has a newer schema that does not allow older relays.
 */
export async function migrate(url: string, migrations: readonly Migration[]): Promise<SchemaVersions> {
  const database = openDatabase(url, 1, MIGRATING);
  try {
    return await database.transaction((queries) => migrateWithin(queries, migrations));
  } finally {
    await database.close();
  }
}

async function migrateWithin({ query }: Queries, migrations: readonly Migration[]): Promise<SchemaVersions> {
  const known = migrations.length;
  // Resets timeouts that the account or the database sets.
  for (const timeout of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    await query({ text: 'SELECT set_config($1, $2, true)', values: [timeout, '0'] });
  }
  await query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] });
  await query({ text: 'CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)' });
  await query({ text: 'CREATE TABLE IF NOT EXISTS schema_older_relays (version integer NOT NULL)' });
  const [{ version: found }] = versionRow.parse(
    await query({ text: 'SELECT coalesce(max(version), 0) AS version FROM schema_version' }),
  );
  if (found > known) {
    // Every version in between must carry the mark; a version without it refuses this relay.
    const [{ marked }] = markedRow.parse(
      await query({
        text: 'SELECT count(DISTINCT version)::integer AS marked FROM schema_older_relays WHERE version > $1 AND version <= $2',
        values: [known, found],
      }),
    );
    if (marked < found - known) {
      throw new Refusal(
        `The database was written by a newer relay (schema ${found}; this one knows ${known}): start that newer version.`,
      );
    }
  }
  for (const { version, sql, olderRelaysWork } of migrations) {
    if (version <= found) continue;
    await query({ text: sql });
    await query({ text: 'INSERT INTO schema_version VALUES ($1)', values: [version] });
    if (olderRelaysWork) {
      await query({ text: 'INSERT INTO schema_older_relays VALUES ($1)', values: [version] });
    }
  }
  return { found, known };
}

/** Interval of the heartbeat that detects a dead connection. */
const HEARTBEAT_EVERY = 10 * SECOND;
const RECONNECT_AFTER = SECOND;

const feedKey = z
  .string()
  .transform((text): unknown => text.split('/'))
  .pipe(z.tuple([environment, customerId]))
  .transform(([named, customer]) => ({ environment: named, customerId: customer }));

/**
 * Parses a notification: `ORIGIN FEED,FEED…` or `ORIGIN *`. An unreadable one means that everything must be read
 * again.
 */
function readNotification(payload: string, own: string): StoreChange | null {
  const [origin, reported = ''] = payload.split(' ');
  if (origin === own) return null;
  const feeds = z.array(feedKey).safeParse(reported.split(','));
  return feeds.success ? { kind: 'results-kept', feeds: feeds.data } : { kind: 'anything' };
}

/**
 * Listens to changes by other replicas and commands (LISTEN/NOTIFY), on a separate connection that is reopened when
 * it breaks. After that everything is read again, because notifications were lost.
 *
 * @returns the function that ends it, once the first connection listens.
 * @throws the driver's error when the first connection cannot be made.
 */
export async function externalChanges(
  url: string,
  own: string,
  tell: (change: StoreChange) => void,
): Promise<() => Promise<void>> {
  let ended = false;
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  const lost = (which: Client): void => {
    if (client !== which) return;
    client = null;
    void which.end().catch(() => undefined);
    if (!ended) timer = setTimeout(() => void again(), RECONNECT_AFTER).unref();
  };

  const beat = async (which: Client): Promise<void> => {
    try {
      await which.query('SELECT 1');
      if (client === which) timer = setTimeout(() => void beat(which), HEARTBEAT_EVERY).unref();
    } catch {
      lost(which);
    }
  };

  const listen = async (): Promise<void> => {
    const fresh = new Client(connectionSettings(url));
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    fresh.on('notification', ({ payload }) => {
      const change = readNotification(payload ?? '', own);
      if (change !== null) tell(change);
    });
    try {
      await fresh.connect();
      await fresh.query('LISTEN relay_changes');
    } catch (reason) {
      void fresh.end().catch(() => undefined);
      throw reason;
    }
    if (ended) return fresh.end();
    client = fresh;
    timer = setTimeout(() => void beat(fresh), HEARTBEAT_EVERY).unref();
  };

  const again = async (): Promise<void> => {
    try {
      await listen();
      if (!ended) tell({ kind: 'anything' });
    } catch {
      if (!ended) timer = setTimeout(() => void again(), RECONNECT_AFTER).unref();
    }
  };

  await listen();
  return async () => {
    ended = true;
    clearTimeout(timer);
    const last = client;
    client = null;
    await last?.end().catch(() => undefined);
  };
}
