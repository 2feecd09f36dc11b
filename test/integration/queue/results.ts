import { takePage } from '../../../electron/operations/assignments/take-results.ts';
import type { Bench, Queue } from './fixture.ts';

const EPOCH = '00000000000000aa';

/** Hands results over as pages of the relay's feed. */
export interface Feed {
  /** Takes what the operator has delivered since the last time; answers how many that were. */
  readonly take: () => number;
  /** Takes these payloads as they are. */
  readonly give: (...results: readonly GivenResult[]) => void;
  /** Takes a page of whatever this is. */
  readonly raw: (...rows: readonly unknown[]) => void;
}

/** A result as the operator posted it, or with parts changed. */
export interface GivenResult {
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly payload: Readonly<Record<string, unknown>>;
  readonly environment?: 'uat' | 'prod';
  readonly sequence?: number;
}

/** A feed between the operator of a bench and a queue; another epoch is another store of the relay. */
export function feedOf(bench: Bench, queue: Queue, epoch = EPOCH): Feed {
  let seen = 0;
  let head = 0;
  const give = (...results: readonly GivenResult[]) => {
    const now = bench.clock.now();
    const rows = results.map(({ kind, payload, environment = 'uat', sequence }) => {
      head = sequence ?? head + 1;
      return {
        sequence: head,
        environment,
        customerId: payload['customerId'],
        receivedAt: now,
        kind,
        payload,
      };
    });
    raw(...rows);
  };
  const raw = (...rows: readonly unknown[]) => {
    const fetchedAt = bench.clock.now();
    queue.database.write((context) => {
      takePage(context, queue.parts, { results: rows, cursor: `${epoch}.${head}`, fetchedAt });
    });
    queue.engine.wake();
  };
  return {
    give,
    raw,
    take: () => {
      const fresh = bench.operator.webhooks.attempts.slice(seen);
      seen += fresh.length;
      give(...fresh.map(({ kind, payload }) => ({ kind, payload })));
      return fresh.length;
    },
  };
}

/** The state of every result in the database, oldest first. */
export function keptResults(queue: Queue): readonly string[] {
  return queue.database.sqlite
    .prepare<[], string>('SELECT state FROM result ORDER BY epoch, sequence')
    .pluck()
    .all();
}

/** Incidents by code. */
export function incidents(queue: Queue): readonly string[] {
  return queue.database.sqlite.prepare<[], string>('SELECT code FROM incident').pluck().all();
}
