import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createToken } from '../../relay/access/credentials.ts';
import { DATABASE_FILE } from '../../relay/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../relay/store/sqlite/sqlite-store.ts';
import { customerId } from '../../shared/ids.ts';
import type { Children } from './children.ts';
import { startForwarder } from './forwarder.ts';
import { childEnvironment } from '../runner/child-environment.ts';
import { builtRelay } from '../runner/relay-bundle.ts';

const { relay: relayMain } = await builtRelay();

/** The real relay process on one data folder, killed and started again behind one address. */
export interface RelayUnderFire {
  /** Stays the same over every restart. */
  readonly url: string;
  readonly token: string;
  readonly kill: () => Promise<void>;
  readonly startAgain: () => Promise<void>;
  /** Ends it in good order and answers what SQLite says about its store. */
  readonly stop: () => Promise<string>;
  /** Gives its address back; afterwards nothing of it is left, however the round ended. */
  readonly release: () => Promise<void>;
}

/** Makes a token for these customers and starts the process. */
export async function startRelayUnderFire(options: {
  readonly dataDir: string;
  readonly secret: string;
  readonly customers: readonly number[];
  readonly children: Children;
}): Promise<RelayUnderFire> {
  const { dataDir, secret, children } = options;
  const token = await tokenFor(dataDir, options.customers);
  const forwarder = await startForwarder();
  const start = async () => {
    const relay = await startProcess(dataDir, secret, children);
    forwarder.forwardTo(relay.port);
    return relay;
  };
  let relay = await start().catch(async (cause: unknown) => {
    await forwarder.stop();
    throw cause;
  });
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    forwarder.forwardTo(null);
    relay.child.kill(signal);
    await relay.ended;
  };
  return {
    url: `http://127.0.0.1:${forwarder.port}`,
    token,
    kill: () => end('SIGKILL'),
    startAgain: async () => {
      relay = await start();
    },
    stop: async () => {
      await end('SIGTERM');
      return integrityOf(join(dataDir, DATABASE_FILE));
    },
    release: async () => {
      await end('SIGKILL');
      await forwarder.stop();
    },
  };
}

async function tokenFor(dataDir: string, customers: readonly number[]): Promise<string> {
  const store = openSqliteStore(dataDir);
  try {
    const ids = customers.map((id) => customerId.parse(id));
    const made = await createToken(store, { name: 'Bay 3', role: 'installer', customers: ids }, Date.now());
    if (!made.ok) throw new Error(made.error);
    return made.value.token;
  } finally {
    await store.close();
  }
}

async function startProcess(dataDir: string, secret: string, children: Children) {
  const child = spawn(process.execPath, [relayMain], {
    env: { ...childEnvironment(), RELAY_DATA_DIR: dataDir, RELAY_PORT: '0', RELAY_SECRET_UAT: secret },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const ended = once(child, 'close');
  const output = { stdout: '', stderr: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
      const reported = /^relay listening on \S+:(\d+)\n/.exec(output.stdout)?.[1];
      if (reported !== undefined) resolve(Number(reported));
    });
    ended.then(() => reject(new Error(`the relay ended: ${output.stderr}`)), reject);
  });
  return { child, ended, port };
}

function integrityOf(file: string): string {
  const db = new Database(file, { readonly: true });
  try {
    return String(db.pragma('integrity_check', { simple: true }));
  } finally {
    db.close();
  }
}
