import type { Database } from '../../electron/db/open.ts';
import type { OpenTransport } from '../../electron/operator/transport.ts';
import type { QueuePolicy } from '../../electron/operations/queue/parts.ts';
import type { RelayClient } from '../../electron/relay/client.ts';

/** A deliberate bug: the same ports as always, one of which lies. Product code knows nothing of it. */
export interface Sabotage {
  readonly policy?: (policy: QueuePolicy) => QueuePolicy;
  readonly transport?: (inner: OpenTransport) => OpenTransport;
  readonly relay?: (inner: RelayClient, database: () => Database | null) => RelayClient;
  /** Done to the opened file before the app begins. */
  readonly beforeStart?: (database: Database) => void;
}

/** None. */
export const honest: Sabotage = {};

/** Done to each row of the queue that meets a condition, as it is written. */
export function withTrigger(when: string, condition: string, then: string): Sabotage {
  return {
    beforeStart: ({ sqlite }) =>
      sqlite.exec(`CREATE TRIGGER IF NOT EXISTS sabotage ${when} WHEN ${condition} BEGIN ${then}; END`),
  };
}

/** Rows that are never written, without a word. */
export function unwritten(table: string, which: string): Sabotage {
  return {
    beforeStart: ({ sqlite }) =>
      sqlite.exec(
        `CREATE TRIGGER IF NOT EXISTS sabotage BEFORE INSERT ON ${table} WHEN ${which} BEGIN SELECT RAISE(IGNORE); END`,
      ),
  };
}
