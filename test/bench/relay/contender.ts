import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Children } from '../../kill/children.ts';
import type { DialectName } from './dialects.ts';

/** A server under load. */
export type Running = { readonly port: number; readonly pid: number; readonly stop: () => Promise<void> };

/** A measured server: each trial restarts it on an empty folder. */
export type Contender = {
  readonly name: ContenderName;
  readonly dialect: DialectName;
  /** `laptops` tokens are made for it. `oneCore`: it may run on the first core only. */
  readonly start: (place: Place) => Promise<Running & { readonly tokens: readonly string[] }>;
};
export type ContenderName =
  | 'relay, SQLite'
  | 'relay, PostgreSQL'
  | 'bare node:http'
  | 'bare Fastify'
  | 'Debian webhook'
  | 'Debian webhook, starting nothing'
  | 'nginx + nchan';

export type Place = {
  /** Empty, and gone after the trial. */
  readonly folder: string;
  readonly children: Children;
  readonly laptops: number;
  readonly oneCore: boolean;
};

export type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Starts a server's process. What it says goes to a file, as it does where a service is looked after by the system.
 *
 * @throws what it said, when it ends before it listens.
 */
export async function startServer(
  { folder, children, oneCore }: Pick<Place, 'folder' | 'children' | 'oneCore'>,
  { command, args, env }: Program,
  port: (said: () => string) => number | null,
): Promise<Running> {
  const saidFile = join(folder, 'stdout');
  const errorFile = join(folder, 'stderr');
  const files = [openSync(saidFile, 'w'), openSync(errorFile, 'w')];
  const [whole, rest] = oneCore ? ['taskset', ['--cpu-list', '0', command, ...args]] : [command, [...args]];
  const child = spawn(whole, rest, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', ...files],
  });
  children.add(child);
  files.forEach(closeSync);
  const ended = once(child, 'exit');
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${readFileSync(errorFile, 'utf8')}`);
    const listening = port(() => readFileSync(saidFile, 'utf8'));
    if (listening !== null && (await answers(listening))) {
      return { port: listening, pid: pidOf(child), stop: () => stop(child, ended) };
    }
    await pause(20);
  }
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The process has no number.');
  return child.pid;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A port for servers that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}
