import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort, type Transferable, Worker as Thread } from 'node:worker_threads';
import { builtPrograms } from './programs.ts';
import type { Said, Start } from './kept-thread.ts';

const { keptThread } = await builtPrograms();

/** Threads without work. They keep no process from its end. */
const free: Thread[] = [];

function workOf(hash: string): Start['work'] {
  if (hash === '#files') return 'files';
  if (hash === '#supervision') return 'supervision';
  return hash === '#directory' ? 'directory' : 'writes';
}

/**
 * The part of Node's `Worker` that the app and the relay use, for a process of tests: a work takes the thread of one that has ended.
 * A new thread takes 0.1 seconds of processor time to load what it needs, and tests start hundreds.
 */
export class Worker extends EventEmitter {
  readonly #thread: Thread;
  readonly #port: MessagePort;
  readonly #over = Promise.withResolvers<number>();
  /** Works under way, as far as each is answered by one message. */
  #unanswered = 0;

  /** `url` names the work: `#files`, `#directory`, `#supervision` or `#writes`. */
  constructor({ hash }: URL, { workerData: data = null }: { readonly workerData?: unknown } = {}) {
    super();
    this.#thread = free.pop() ?? new Thread(keptThread);
    this.#thread.ref();
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const start: Start = { work: workOf(hash), data, port: port2 };
    this.#thread.postMessage(start, [port2]);
    void this.#watch();
  }

  postMessage(message: unknown, moved: readonly Transferable[]): void {
    this.#unanswered += 1;
    this.#port.postMessage(message, moved);
  }

  /** A thread that is amid its work ends with it. */
  async terminate(): Promise<number> {
    if (this.#unanswered === 0) this.#port.close();
    else await this.#thread.terminate();
    return this.#over.promise;
  }

  /** The messages, then the end: of this work alone, or of its thread. */
  async #watch(): Promise<void> {
    const ended = Promise.withResolvers<number | null>();
    const closed = Promise.withResolvers<null>();
    const onError = (reason: unknown): void => void this.emit('error', reason);
    const onExit = (code: number): void => ended.resolve(code);
    const onWord = (_said: Said): void => ended.resolve(null);
    this.#thread.on('error', onError).on('exit', onExit).on('message', onWord);
    this.#port.on('message', (message: unknown) => {
      this.#unanswered -= 1;
      this.emit('message', message);
    });
    this.#port.on('close', () => closed.resolve(null));

    const [code] = await Promise.all([ended.promise, closed.promise]);
    this.#thread.off('error', onError).off('exit', onExit).off('message', onWord);
    if (code === null) {
      this.#thread.unref();
      free.push(this.#thread);
    }
    this.emit('exit', code ?? 0);
    this.#over.resolve(code ?? 0);
  }
}
