import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer, connect, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';

/** With which arguments, and in which folder, a later process was started. */
const knock = z.object({ args: z.array(z.string()), from: z.string() });
type Knock = z.infer<typeof knock>;

/**
 * One instance per user data folder. The lock is an exclusive SQLite transaction: the operating system drops it with
 * the process, however that ends, so there are no stale locks and no process ids to guess about.
 */
export class InstanceLock {
  readonly #userData: string;
  #held: BetterSqlite3.Database | null = null;
  #server: Server | null = null;

  constructor(userData: string) {
    this.#userData = userData;
  }

  /** True when this process has it. `onSecond` is called for each later process that tried. */
  take(onSecond: (knock: Knock) => void): boolean {
    if (this.#held !== null) return true;
    mkdirSync(this.#userData, { recursive: true });
    const database = new BetterSqlite3(join(this.#userData, 'chromium-host.lock'), { timeout: 0 });
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch {
      database.close();
      return false;
    }
    this.#held = database;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      const parts: Buffer[] = [];
      socket.on('data', (part) => void parts.push(part));
      socket.on('error', () => {});
      socket.on('end', () => {
        onSecond(knock.parse(JSON.parse(Buffer.concat(parts).toString('utf8'))));
        socket.end();
      });
    });
    this.#server.on('error', () => {});
    this.#server.listen(this.#address());
    this.#server.unref();
    return true;
  }

  /** Tells the holder about another start, and its arguments. Resolves when it was reported, or when no holder listens. */
  knock(how: Knock): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect(this.#address());
      socket.on('connect', () => socket.end(JSON.stringify(how)));
      socket.resume();
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
    });
  }

  release(): void {
    this.#server?.close();
    this.#held?.close();
  }

  #address(): string {
    const digest = createHash('sha256').update(this.#userData).digest('hex').slice(0, 16);
    const name = `boxwright-${digest}`;
    return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  }
}
