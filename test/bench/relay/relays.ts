import { join } from 'node:path';
import { createToken } from '../../../relay/access/tokens.ts';
import { openStore } from '../../../relay/store/open-store.ts';
import { customerId } from '../../../shared/ids.ts';
import { relayArguments } from '../../integration/relay/relay-arguments.ts';
import type { PostgresServer } from '../../integration/relay/store/postgres-server.ts';
import { CUSTOMER } from '../../integration/relay/webhooks.ts';
import { builtRelay } from '../../runner/relay-bundle.ts';
import { startServer, type Contender, type Place } from './contender.ts';
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
  const tokens = await makeTokens({ dataDir, databaseUrl }, place.laptops);
  const env = {
    RELAY_PORT: '0',
    RELAY_DATA_DIR: dataDir,
    RELAY_SECRET_UAT: SECRET,
    ...(databaseUrl === null ? {} : { RELAY_DATABASE_URL: databaseUrl }),
  };
  await builtRelay();
  const program = { command: process.execPath, args: relayArguments(), env };
  const running = await startServer(place, program, (said) => {
    const port = /^relay listening on \S+:(\d+)\n/.exec(said())?.[1];
    return port === undefined ? null : Number(port);
  });
  return { ...running, tokens };
}

/** One per laptop, as people give them out. */
async function makeTokens(
  place: { readonly dataDir: string; readonly databaseUrl: string | null },
  laptops: number,
): Promise<readonly string[]> {
  const store = await openStore({ ...place, databaseLimit: null });
  const tokens: string[] = [];
  try {
    for (let laptop = 1; laptop <= laptops; laptop += 1) {
      const customers = [customerId.parse(CUSTOMER)];
      const made = await createToken(
        store,
        { name: `Laptop ${laptop}`, role: 'installer', customers },
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
