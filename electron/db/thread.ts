import type { MessagePort, Worker } from 'node:worker_threads';
import { z } from 'zod';
import { makeProblem, problem, type Problem, ProblemError } from '../../shared/problem.ts';

/*
 * The one protocol of the database threads: numbered requests, answered in their order. The request `null` ends the
 * thread after its files are closed.
 */

/** A thread that serves requests. It starts with the first of them, and again with the first after its end. */
export interface Thread<Request, Answer> {
  /** Rejects with the failure of the work, or when the thread cannot work. */
  readonly ask: (request: Request) => Promise<Answer>;
  readonly runs: () => boolean;
  /**
   * Resolves when the requested work is done, the files are closed and the thread has ended, also one that was given up.
   * Never rejects.
   */
  readonly end: () => Promise<void>;
  /** Cancels: each request rejects now, and the thread ends after its current step. */
  readonly giveUp: () => void;
}

const asked = z.object({ number: z.number().int(), request: z.unknown() });

const answered = z.object({
  number: z.number().int(),
  failure: problem.nullable(),
  answer: z.unknown(),
});

interface Pending {
  readonly done: (answer: unknown) => void;
  readonly fail: (cause: unknown) => void;
}

export function createThread<Request, Answer>(parts: {
  /** Starts a file that calls `serveThread`. */
  readonly start: () => Worker;
  readonly answer: z.ZodType<Answer>;
}): Thread<Request, Answer> {
  let thread: Worker | null = null;
  let count = 0;
  const pending = new Map<number, Pending>();
  let last: Promise<void> = Promise.resolve();

  const failAll = (cause: unknown) => {
    for (const { fail } of pending.values()) fail(cause);
    pending.clear();
  };
  const begin = (): Worker => {
    const begun = parts.start();
    const lost = (cause: unknown) => {
      if (thread !== begun) return;
      thread = null;
      failAll(cause);
    };
    begun.on('message', (message: unknown) => {
      const { number, failure, answer } = answered.parse(message);
      const { done, fail } = pending.get(number) ?? {};
      pending.delete(number);
      if (failure === null) done?.(answer);
      else fail?.(new ProblemError(failure));
    });
    begun.on('error', (cause) => lost(new ProblemError(threadLost(String(cause)))));
    begun.on('exit', (code) => lost(new ProblemError(threadLost(`the thread ended with ${code}`))));
    return begun;
  };
  const post = (request: Request | null): Promise<unknown> => {
    thread ??= begin();
    const number = (count += 1);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    pending.set(number, { done: resolve, fail: reject });
    thread.postMessage({ number, request }, []);
    // Without a value: the answers of all requests so far would stay in memory.
    last = Promise.allSettled([last, promise]).then(() => undefined);
    return promise;
  };
  /** A request during the closing opens the files again. Resolves only after that request and another closing. */
  const close = async (): Promise<void> => {
    while (thread !== null) {
      const closing = thread;
      post(null).catch(() => undefined);
      const awaited = last;
      await awaited;
      if (awaited !== last) continue;
      if (thread === closing) thread = null;
      await closing.terminate();
    }
    await givenUp;
  };
  /** Until then a thread has its files open. */
  let givenUp: Promise<unknown> = Promise.resolve();
  let ending: Promise<void> | null = null;
  return {
    ask: async (request) => parts.answer.parse(await post(request)),
    runs: () => thread !== null,
    end: () => {
      ending ??= close().finally(() => {
        ending = null;
      });
      return ending;
    },
    giveUp: () => {
      const given = thread;
      thread = null;
      failAll(new Error('the work was cancelled'));
      if (given !== null) givenUp = Promise.all([givenUp, given.terminate()]).then(() => undefined);
    },
  };
}

const threadLost = (raw: string): Problem => makeProblem('unexpected', {}, raw);

/** Accepts an object of this process without parsing it: foreign bytes were parsed on arrival. */
export const given = <Value extends object>() =>
  z.custom<Value>((value) => typeof value === 'object' && value !== null);
export const rowsOf = <Row extends object>() => z.array(given<Row>());

/** Serves the requests from the other end of the port, one after the other. */
export function serveThread<Request>(
  port: MessagePort,
  parts: {
    readonly request: z.ZodType<Request>;
    /** Its promise is awaited before the next request. */
    readonly work: (request: Request) => unknown;
    readonly close: () => void;
  },
): void {
  let last: Promise<void> = Promise.resolve();
  const serve = async (message: unknown): Promise<void> => {
    const { number, request } = asked.parse(message);
    try {
      const answer = request === null ? parts.close() : await parts.work(parts.request.parse(request));
      port.postMessage({ number, failure: null, answer }, []);
    } catch (cause) {
      port.postMessage({ number, failure: failureOf(cause), answer: null }, []);
    }
  };
  port.on('message', (message: unknown) => {
    last = last.then(() => serve(message));
  });
}

function failureOf(cause: unknown): Problem {
  if (cause instanceof ProblemError) return cause.problem;
  return makeProblem('unexpected', {}, cause instanceof Error ? cause.message : String(cause));
}
