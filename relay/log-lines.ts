import { SECOND } from '../shared/time.ts';

/** Where log lines go. */
export type LogStream = { readonly write: (line: string) => void };

/**
 * Batches the lines of one turn of the event loop: under load this is one system call for many requests. Lines of the
 * turn in which the process ends are written at the exit.
 */
export function serialized(stream: LogStream): LogStream {
  let lines = '';
  const flush = (): void => {
    if (lines === '') return;
    const text = lines;
    lines = '';
    stream.write(text);
  };
  process.once('exit', flush);
  return {
    write: (line) => {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

/** Log lines about kept webhooks, the only answers that a relay gives in great number. */
export type KeptLines = {
  /**
   * For one address: the function to call for each webhook answered 204 there.
   *
   * @param milliseconds duration of the request.
   */
  readonly of: (route: string) => (milliseconds: number) => void;
  /** Writes the pending lines. */
  readonly flush: () => void;
};

/**
 * The fields of other requests' lines, and the number of webhooks in the line. `milliseconds`: the longest duration
 * among them.
 */
export type KeptLine = {
  readonly method: 'POST';
  readonly route: string;
  readonly status: 204;
  readonly count: number;
  readonly milliseconds: number;
};

type Second = { readonly route: string; count: number; longest: number };

/**
 * One line per second and address, with the number of webhooks and their longest duration. In a quiet relay this is one
 * line per webhook. In a burst a line for each would repeat itself thousands of times and cost more than checking the
 * webhooks. `relay_webhooks_received_total` counts each webhook, and each refused one has its own line.
 */
export function keptLines(tell: (line: KeptLine) => void): KeptLines {
  let seconds: Second[] = [];
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const reported = seconds;
    seconds = [];
    for (const second of reported) {
      const { route, count } = second;
      tell({ method: 'POST', route, status: 204, count, milliseconds: Math.round(second.longest) });
      second.count = 0;
    }
  };
  return {
    of: (route) => {
      const second: Second = { route, count: 0, longest: 0 };
      return (milliseconds) => {
        if (second.count === 0) {
          second.longest = 0;
          seconds.push(second);
          timer ??= setTimeout(flush, SECOND).unref();
        }
        second.count += 1;
        if (milliseconds > second.longest) second.longest = milliseconds;
      };
    },
    flush,
  };
}
