import type { Environment } from '../../shared/ids.ts';
import type { ResultKind } from '../../shared/relay/results.ts';
import { SECOND } from '../../shared/time.ts';
import type { QuarantineReason, FeedBounds, Keeping } from '../store/results-store.ts';

/* Monitoring of the relay: counts for Prometheus, and the lines of its log. */

/** Why a webhook was not kept. */
export type RefusalReason = 'secret' | 'payload' | 'content-type' | 'size' | 'limited' | 'store' | 'other';

/** Why a request for the feed or the log was refused. */
type TokenRefusal = 'missing' | 'unknown' | 'limited';

/** The current gauges. */
type MetricsNow = {
  readonly waitingPolls: number;
  /** null while the store cannot be read. */
  readonly feed: FeedBounds | null;
};

export type RelayMetrics = {
  /** @param seconds from the request's arrival to the answer. */
  readonly received: (environment: Environment, kind: ResultKind, keeping: Keeping, seconds: number) => void;
  readonly refused: (environment: Environment, kind: ResultKind | 'unknown', reason: RefusalReason) => void;
  /** Counts a webhook with the right secret that is not a result and was quarantined. */
  readonly quarantined: (environment: Environment, reason: QuarantineReason) => void;
  readonly tokenRefused: (reason: TokenRefusal) => void;
  /**
   * Counts a connection that was cut off: its address has too many, or it sends more requests than it reads answers.
   */
  readonly connectionRefused: () => void;
  /** Counts a request answered 503 because the store could not do its work. */
  readonly storeFault: () => void;
  /** Counts results or reviews that retention dropped before an active token had read them. */
  readonly droppedUnread: (what: 'results' | 'reviews', count: number) => void;
  /** Prometheus text format 0.0.4. */
  readonly text: (now: MetricsNow) => string;
};

const INGEST_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

/** Counters since the start of the process. */
export function relayMetrics(): RelayMetrics {
  const received = counter(
    'relay_webhooks_received_total',
    'Webhooks kept and answered 204, repeats included.',
    true,
  );
  const repeated = counter('relay_webhooks_duplicate_total', 'Webhooks that repeated a kept result.', true);
  const refused = counter('relay_webhooks_refused_total', 'Webhooks that were not kept, by reason.', true);
  const aside = counter(
    'relay_webhooks_quarantined_total',
    'Webhooks with the right secret that are no results and were kept aside, by reason.',
    true,
  );
  const tokens = counter('relay_token_failures_total', 'Requests without a right token, by reason.', true);
  const connections = counter(
    'relay_connections_refused_total',
    'Connections cut off: too many of an address, or more requests than answers are read.',
    false,
  );
  const faults = counter(
    'relay_store_faults_total',
    'Requests answered 503 because the store failed.',
    false,
  );
  const unread = counter(
    'relay_feed_dropped_unread_total',
    'Results dropped by age before an active token had read them.',
    false,
  );
  const unreadReviews = counter(
    'relay_reviews_dropped_unread_total',
    'Reviews dropped by age before an active token had read them.',
    false,
  );
  const ingest = histogram(
    'relay_webhook_seconds',
    'Time from the arrival of a webhook to its 204.',
    INGEST_BOUNDS,
  );
  return {
    received: (environment, kind, keeping, seconds) => {
      received.add(`environment="${environment}",kind="${kind}"`);
      if (keeping === 'repeated') repeated.add(`environment="${environment}",kind="${kind}"`);
      ingest.observe(seconds);
    },
    refused: (environment, kind, reason) => {
      refused.add(`environment="${environment}",kind="${kind}",reason="${reason}"`);
    },
    quarantined: (environment, reason) => aside.add(`environment="${environment}",reason="${reason}"`),
    tokenRefused: (reason) => tokens.add(`reason="${reason}"`),
    connectionRefused: () => connections.add(),
    storeFault: () => faults.add(),
    droppedUnread: (what, count) => (what === 'results' ? unread : unreadReviews).add('', count),
    text: ({ waitingPolls, feed }) =>
      [
        ...received.lines(),
        ...repeated.lines(),
        ...refused.lines(),
        ...aside.lines(),
        ...ingest.lines(),
        ...tokens.lines(),
        ...connections.lines(),
        ...faults.lines(),
        ...unread.lines(),
        ...unreadReviews.lines(),
        ...gauge('relay_feed_waiting_polls', 'Long polls that wait for a result now.', waitingPolls),
        ...gauge('relay_store_up', '1 while the store can be read.', feed === null ? 0 : 1),
        ...(feed === null ? [] : feedLines(feed)),
        '',
      ].join('\n'),
  };
}

function feedLines({ floor, head }: FeedBounds): readonly string[] {
  return [
    ...gauge('relay_feed_head', 'The highest sequence ever given.', head),
    ...gauge('relay_feed_floor', 'Sequences up to here are no longer kept.', floor),
  ];
}

/** A counter by labels. Labels come from fixed sets only, so foreign input cannot make them grow. */
type Counter = {
  readonly add: (labels?: string, by?: number) => void;
  readonly lines: () => readonly string[];
};

/** A counter in Prometheus text. A counter without labels is exported from the start, as 0. */
function counter(name: string, help: string, labelled: boolean): Counter {
  const counts = new Map<string, number>(labelled ? [] : [['', 0]]);
  return {
    add: (labels = '', by = 1) => {
      counts.set(labels, (counts.get(labels) ?? 0) + by);
    },
    lines: () => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} counter`,
      ...[...counts].map(([labels, count]) => `${name}${labels === '' ? '' : `{${labels}}`} ${count}`),
    ],
  };
}

/** A gauge: the current value. */
function gauge(name: string, help: string, value: number): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`];
}

type Histogram = {
  readonly observe: (seconds: number) => void;
  readonly lines: () => readonly string[];
};

/**
 * A histogram of durations.
 *
 * @param bounds upper bounds in seconds, rising.
 */
function histogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const counts = bounds.map(() => 0);
  let count = 0;
  let sum = 0;
  return {
    observe: (seconds) => {
      count += 1;
      sum += seconds;
      for (const [index, bound] of bounds.entries()) {
        if (seconds <= bound) counts[index] = (counts[index] ?? 0) + 1;
      }
    },
    lines: () => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} histogram`,
      ...bounds.map((bound, index) => `${name}_bucket{le="${bound}"} ${counts[index] ?? 0}`),
      `${name}_bucket{le="+Inf"} ${count}`,
      `${name}_sum ${sum}`,
      `${name}_count ${count}`,
    ],
  };
}

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

/** The answers that a relay gives in great number: a kept webhook, and a page of the feed. */
export type FrequentAnswer = {
  readonly method: 'GET' | 'POST';
  readonly route: string;
  readonly status: 200 | 204;
};

/** Log lines about frequent answers. */
export type SharedLines = {
  /**
   * For one kind of answer: the function to call for each of them.
   *
   * @param milliseconds duration of the request.
   */
  readonly of: (answer: FrequentAnswer) => (milliseconds: number) => void;
  /** Writes the pending lines. */
  readonly flush: () => void;
};

/**
 * The fields of other requests' lines, and the number of answers in the line. `milliseconds`: the longest duration among
 * them.
 */
export type SharedLine = FrequentAnswer & { readonly count: number; readonly milliseconds: number };

type Second = { readonly answer: FrequentAnswer; count: number; longest: number };

/**
 * One line per second and kind of answer, with their number and the longest duration. In a quiet relay this is one line
 * per answer. In a burst a line for each would repeat itself thousands of times: it would cost more than checking a
 * webhook. `relay_webhooks_received_total` counts each webhook, and each refused request has its own line.
 */
export function sharedLines(tell: (line: SharedLine) => void): SharedLines {
  let seconds: Second[] = [];
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const reported = seconds;
    seconds = [];
    for (const second of reported) {
      const { answer, count, longest } = second;
      tell({ ...answer, count, milliseconds: Math.round(longest) });
      second.count = 0;
    }
  };
  return {
    of: (answer) => {
      const second: Second = { answer, count: 0, longest: 0 };
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
