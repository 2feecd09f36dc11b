import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Client } from 'pg';
import { newCluster } from './postgres-cluster.ts';

/** Where Debian's packages put each version's programs. */
const VERSIONS = '/usr/lib/postgresql';
/** The account without rights under which a server runs where the tests are root: PostgreSQL refuses to run as root. */
export const SERVER_ACCOUNT = 65_534;

/** The newest installed PostgreSQL's folder of programs; null = none is installed. */
export function postgresPrograms(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const folders = readdirSync(VERSIONS)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(VERSIONS, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

export type PostgresServer = {
  /** Makes a database, empty or a copy of another that has no connection, and answers its address. */
  readonly database: (template?: string) => Promise<string>;
  /** Runs one of PostgreSQL's own programs to its end. */
  readonly run: (program: string, args: readonly string[]) => void;
  /** One statement as the server's owner, in the database of the address. */
  readonly execute: (url: string, sql: string) => Promise<void>;
  /** Ends every process of the server at once, as when its machine stops, and starts it on the same files. */
  readonly crash: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A port of this machine, and what a server proves itself with there. */
export type TlsPort = { readonly port: number; readonly cert: string; readonly key: string };

/**
 * A PostgreSQL server of its own in a temporary folder, reachable through a socket there and no port unless one is
 * given.
 */
export async function startPostgres(programs: string, tls: TlsPort | null = null): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-pg-'));
  const account = process.getuid?.() === 0 ? { uid: SERVER_ACCOUNT, gid: SERVER_ACCOUNT } : {};
  if (account.uid !== undefined) chownSync(folder, SERVER_ACCOUNT, SERVER_ACCOUNT);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const data = await newCluster(programs, folder, { ...account, env });

  let server: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    // Ends with the process that started it, however that ends.
    server = spawn(
      'setpriv',
      [
        '--pdeathsig',
        'QUIT',
        join(programs, 'postgres'),
        '-D',
        data,
        '-k',
        folder,
        ...settingsOf(programs, tls),
      ],
      { ...account, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await listening(server);
  };

  const address = (database: string): string =>
    `postgres://relay@localhost:${tls?.port ?? 5432}/${database}?host=${folder}`;
  const execute = async (url: string, sql: string): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };

  await start();
  let made = 0;
  return {
    database: async (template = 'template1') => {
      made += 1;
      await execute(address('postgres'), `CREATE DATABASE relay_${made} TEMPLATE ${template}`);
      return address(`relay_${made}`);
    },
    run: (program, args) => {
      execFileSync(join(programs, program), args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    },
    execute,
    crash: async () => {
      await end(server);
      await start();
    },
    stop: async () => {
      // Without the last checkpoint: the files go anyway.
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL's immediate shutdown: nothing more is written, and the next start recovers. Nothing where it has ended. */
async function end(server: ChildProcess | null): Promise<void> {
  if (server === null || server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGQUIT');
  await ended;
}

/** Resolves when the server can be asked; rejects with what it said when it ends before. */
async function listening(server: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)));
  });
}

/** Nothing is on the disk but by a commit's own sync: neither a checkpoint nor the background writer comes to its help. */
function settingsOf(programs: string, tls: TlsPort | null): readonly string[] {
  const version = Number(basename(dirname(programs)));
  const settings = [
    'checkpoint_timeout=1h',
    'max_wal_size=4GB',
    'wal_writer_delay=10s',
    // Before it recovers it syncs every file of every database, one after the other: a minute and more on a busy disk. From
    // version 14 on the whole file system can be synced at once instead.
    ...(version >= 14 ? ['recovery_init_sync_method=syncfs'] : []),
    ...(tls === null
      ? ['listen_addresses=']
      : [
          'listen_addresses=127.0.0.1',
          `port=${tls.port}`,
          'ssl=on',
          `ssl_cert_file=${tls.cert}`,
          `ssl_key_file=${tls.key}`,
        ]),
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}
