import type { Environment } from '../../shared/environment.ts';
import type { ResultKind } from '../../shared/relay/webhooks.ts';
import type { Keeping } from '../store/results-store.ts';

/** Why a webhook was not kept. */
export type RefusalReason = 'secret' | 'payload' | 'size' | 'limited' | 'store' | 'other';

/** Why a request for the feed or the log was not let in. */
export type TokenRefusal = 'missing' | 'unknown' | 'limited';

export type RelayMetrics = {
  readonly received: (environment: Environment, kind: ResultKind, keeping: Keeping) => void;
  readonly refused: (environment: Environment, kind: ResultKind, reason: RefusalReason) => void;
  readonly tokenRefused: (reason: TokenRefusal) => void;
  /** A connection was cut off because its address has too many. */
  readonly connectionRefused: () => void;
  /** Results that retention dropped before an active token had read them. */
  readonly droppedUnread: (results: number) => void;
  /** Prometheus text format 0.0.4. */
  readonly text: (waitingPolls: number) => string;
};

/** Counts since the start. Labels come from fixed sets only, so nobody outside can make them grow. */
export function relayMetrics(): RelayMetrics {
  const received = counter(
    'relay_webhooks_received_total',
    'Webhooks kept and answered 204, repeats included.',
  );
  const repeated = counter('relay_webhooks_duplicate_total', 'Webhooks that repeated a kept result.');
  const refused = counter('relay_webhooks_refused_total', 'Webhooks that were not kept, by reason.');
  const tokens = counter('relay_token_failures_total', 'Requests without a right token, by reason.');
  let unread = 0;
  let connections = 0;
  return {
    received: (environment, kind, keeping) => {
      received.add(`environment="${environment}",kind="${kind}"`);
      if (keeping === 'repeated') repeated.add(`environment="${environment}",kind="${kind}"`);
    },
    refused: (environment, kind, reason) => {
      refused.add(`environment="${environment}",kind="${kind}",reason="${reason}"`);
    },
    tokenRefused: (reason) => tokens.add(`reason="${reason}"`),
    connectionRefused: () => {
      connections += 1;
    },
    droppedUnread: (results) => {
      unread += results;
    },
    text: (waitingPolls) =>
      [
        ...received.lines(),
        ...repeated.lines(),
        ...refused.lines(),
        ...tokens.lines(),
        '# HELP relay_connections_refused_total Connections cut off because their address had too many.',
        '# TYPE relay_connections_refused_total counter',
        `relay_connections_refused_total ${connections}`,
        '# HELP relay_feed_waiting_polls Long polls that wait for a result now.',
        '# TYPE relay_feed_waiting_polls gauge',
        `relay_feed_waiting_polls ${waitingPolls}`,
        '# HELP relay_feed_dropped_unread_total Results dropped by age before an active token had read them.',
        '# TYPE relay_feed_dropped_unread_total counter',
        `relay_feed_dropped_unread_total ${unread}`,
        '',
      ].join('\n'),
  };
}

function counter(name: string, help: string) {
  const counts = new Map<string, number>();
  return {
    add: (labels: string): void => {
      counts.set(labels, (counts.get(labels) ?? 0) + 1);
    },
    lines: (): readonly string[] => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} counter`,
      ...[...counts].map(([labels, count]) => `${name}{${labels}} ${count}`),
    ],
  };
}
