import { EventEmitter, once } from 'node:events';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, type Transferable } from 'node:worker_threads';
import { z } from 'zod';
import { serveFiles } from '../../electron/db/file-worker.ts';
import { serveDirectory } from '../../electron/directory/writes.ts';
import { serveSupervision } from '../../electron/supervision/writes.ts';
import { serveWrites } from '../../relay/store/sqlite/writes.ts';

const ofWriter = z.object({ dataDir: z.string() });

/**
 * The part of Node's `Worker` that the app and the relay use, with the work done in the process of the tests: a mutant is
 * active in no other thread, and a thread per test costs more than most tests.
 */
export class Worker extends EventEmitter {
  readonly #port: MessagePort;

  constructor(file: URL, { workerData = null }: { readonly workerData?: unknown } = {}) {
    super();
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (message: unknown) => this.emit('message', message));
    port1.on('close', () => this.emit('exit', 0));
    this.#port = port1;
    const name = basename(fileURLToPath(file));
    if (name.startsWith('file-thread')) serveFiles(port2);
    else if (name.startsWith('directory-thread')) serveDirectory(port2, workerData);
    else if (name.startsWith('supervision-thread')) serveSupervision(port2, workerData);
    else serveWrites(port2, ofWriter.parse(workerData).dataDir);
  }

  postMessage(message: unknown, moved: readonly Transferable[]): void {
    this.#port.postMessage(message, moved);
  }

  async terminate(): Promise<number> {
    const ended = once(this, 'exit');
    this.#port.close();
    await ended;
    return 0;
  }
}
