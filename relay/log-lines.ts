import { SECOND } from '../shared/time.ts';

/** Where log lines go. */
export type LogStream = { readonly write: (line: string) => void };

/**
 * Writes the lines of one turn of the event loop together: under load that is one call of the system for many requests. Lines
 * of the turn in which the process ends are written as it ends.
 */
export function inTurns(stream: LogStream): LogStream {
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

/** Lines about webhooks that were kept, which are all that a relay answers in great number. */
export type KeptLines = {
  /** For one address: to be called for each webhook that was answered 204 there. @param milliseconds it took. */
  readonly of: (route: string) => (milliseconds: number) => void;
  /** Writes what is not written yet. */
  readonly flush: () => void;
};

/** As the lines of other requests, and how many webhooks it tells of. `milliseconds`: the longest that one of them took. */
export type KeptLine = {
  readonly method: 'POST';
  readonly route: string;
  readonly status: 204;
  readonly count: number;
  readonly milliseconds: number;
};

type Second = { readonly route: string; count: number; longest: number };

/**
 * One line a second for each address, with how many came and the longest of their times. A quiet relay's log reads as if each had its
 * line; in a burst a line each would say the same thousands of times, and cost more than checking the webhooks. Each of them is
 * counted (`relay_webhooks_received_total`), and what is refused has a line of its own.
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
