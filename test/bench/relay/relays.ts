import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createToken } from '../../../relay/access/credentials.ts';
import { openStore } from '../../../relay/store/open-store.ts';
import { customerId } from '../../../shared/ids.ts';
import { relayArguments } from '../../integration/relay/relay-arguments.ts';
import type { PostgresServer } from '../../integration/relay/store/postgres-server.ts';
import { CUSTOMER } from '../../integration/relay/webhooks.ts';
import { builtRelay } from '../../runner/relay-bundle.ts';
import { startServer, type Contender, type Place, type Running } from './contender.ts';
import { SECRET } from './dialects.ts';

/** The real relay process on a SQLite file. */
export const relayOnSqlite: Contender = {
  name: 'relay, SQLite',
  dialect: 'relay',
  start: (place) => startRelay(place, null),
};

/** The real relay process on a database of its own. */
export function relayOnPostgres(server: PostgresServer): Contender {
  return {
    name: 'relay, PostgreSQL',
    dialect: 'relay',
    start: async (place) => startRelay(place, await server.database()),
  };
}

async function startRelay(place: Place, databaseUrl: string | null) {
  const dataDir = join(place.folder, 'relay-data');
  const customers = Array.from({ length: place.laptops }, () => CUSTOMER);
  const tokens = await makeTokens({ dataDir, databaseUrl }, customers);
  return { ...(await startProcess(place, { dataDir, databaseUrl }, {})), tokens };
}

/** Relays on one database, and a token for each of these laptops, which are given by their customers. */
export async function startReplicas(
  place: Omit<Place, 'laptops'>,
  databaseUrl: string,
  count: number,
  laptops: readonly number[],
) {
  const dataDir = join(place.folder, 'relay-data');
  const tokens = await makeTokens({ dataDir, databaseUrl }, laptops);
  const replicas: Running[] = [];
  for (let replica = 0; replica < count; replica += 1) {
    const folder = join(place.folder, `replica-${replica}`);
    mkdirSync(folder);
    // Those that are left must hold all laptops.
    const limit = { RELAY_MAX_WAITING: String(laptops.length) };
    replicas.push(
      await startProcess({ ...place, folder }, { dataDir: join(folder, 'relay-data'), databaseUrl }, limit),
    );
  }
  return { replicas, tokens };
}

type Data = { readonly dataDir: string; readonly databaseUrl: string | null };

async function startProcess(
  place: Pick<Place, 'folder' | 'children' | 'oneCore'>,
  { dataDir, databaseUrl }: Data,
  limits: Readonly<Record<string, string>>,
): Promise<Running> {
  const env = {
    RELAY_PORT: '0',
    RELAY_DATA_DIR: dataDir,
    RELAY_SECRET_UAT: SECRET,
    ...(databaseUrl === null ? {} : { RELAY_DATABASE_URL: databaseUrl }),
    ...limits,
  };
  await builtRelay();
  const program = { command: process.execPath, args: relayArguments(), env };
  return startServer(place, program, (said) => {
    const port = /^relay listening on \S+:(\d+)\n/.exec(said())?.[1];
    return port === undefined ? null : Number(port);
  });
}

/** One per laptop, as people give them out. */
async function makeTokens(place: Data, laptops: readonly number[]): Promise<readonly string[]> {
  const store = await openStore({ ...place, databaseLimit: null });
  const tokens: string[] = [];
  try {
    for (const [laptop, customer] of laptops.entries()) {
      const made = await createToken(
        store,
        { name: `Laptop ${laptop + 1}`, role: 'installer', customers: [customerId.parse(customer)] },
        Date.now(),
      );
      if (!made.ok) throw new Error(made.error);
      tokens.push(made.value.token);
    }
  } finally {
    await store.close();
  }
  return tokens;
}
