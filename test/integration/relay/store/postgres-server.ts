import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** Where Debian's packages put each version's programs. */
const VERSIONS = '/usr/lib/postgresql';
/** The account `nobody`: PostgreSQL refuses to run as root, and so do we. */
const NOBODY = 65_534;

/** The newest installed PostgreSQL's folder of programs; null = none is installed. */
export function postgresPrograms(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const folders = readdirSync(VERSIONS)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(VERSIONS, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

export type PostgresServer = {
  /** Makes an empty database and answers its address. */
  readonly database: () => Promise<string>;
  /** Runs one of PostgreSQL's own programs to its end. */
  readonly run: (program: string, args: readonly string[]) => void;
  /** One statement as the server's owner, in the database of the address. */
  readonly execute: (url: string, sql: string) => Promise<void>;
  /** Ends every process of the server at once, as when its machine stops, and starts it on the same files. */
  readonly crash: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A PostgreSQL server of its own in a temporary folder, reachable through a socket there and no port. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-pg-'));
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (account.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    [
      '--pgdata',
      data,
      '--username',
      'relay',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--no-sync',
    ],
    { ...account, env, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );

  const start = async (): Promise<ChildProcess> => {
    const child = spawn(
      join(programs, 'postgres'),
      [
        '-D',
        data,
        '-k',
        folder,
        '-c',
        'listen_addresses=',
        '-c',
        'checkpoint_timeout=1h',
        '-c',
        'max_wal_size=4GB',
        '-c',
        'wal_writer_delay=10s',
      ],
      { ...account, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let said = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('ready to accept connections')) resolve();
      });
      child.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)));
    });
    return child;
  };
  const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };

  const address = (database: string): string => `postgres://relay@localhost/${database}?host=${folder}`;
  const execute = async (url: string, sql: string): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };

  let server = await start();
  let made = 0;
  return {
    database: async () => {
      made += 1;
      await execute(address('postgres'), `CREATE DATABASE relay_${made}`);
      return address(`relay_${made}`);
    },
    run: (program, args) => {
      execFileSync(join(programs, program), args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    },
    execute,
    crash: async () => {
      // What it calls an immediate shutdown: nothing more is written, and the next start recovers.
      await end(server, 'SIGQUIT');
      server = await start();
    },
    stop: async () => {
      // Without the last checkpoint: the files go anyway.
      await end(server, 'SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
