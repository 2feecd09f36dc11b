import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { readRow } from '../../../electron/db/tables/supervision/jobs.ts';
import { createRelayClient, type RelayClient } from '../../../electron/relay/client.ts';
import { chainStates } from '../../../electron/supervision/laptop-logs.ts';
import { createSupervision, type SupervisionParts } from '../../../electron/supervision/supervision.ts';
import { createToken } from '../../../relay/access/credentials.ts';
import type { RunningRelay } from '../../../relay/start.ts';
import { ok } from '../../../shared/result.ts';
import { customerId } from '../../../shared/ids.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import { type FleetBatch, madeUpFleet } from '../../bench/supervision/made-up-fleet.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { runningRelay } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

const owner = { environment: 'uat', customerId: customerId.parse(CUSTOMER) } as const;

/** The logs of a workshop's laptops, each piece a job of one of them. */
export const workshopLogs = (jobs: number): readonly FleetBatch[] => [
  ...madeUpFleet({ laptops: 3, jobs, seed: 11, begins: 1_790_000_000_000 }),
];

/** A real relay to which laptops bring their logs, each with a token of its own. */
export async function relayWithLaptops(variables: Record<string, string> = {}) {
  const relay = await runningRelay(variables);
  const laptops = new Map<string, RelayClient>();
  const laptopNamed = async (name: string): Promise<RelayClient> => {
    const known = laptops.get(name);
    if (known !== undefined) return known;
    const client = await clientOf(relay, name, 'installer');
    laptops.set(name, client);
    return client;
  };
  return {
    relay,
    bring: async (batches: readonly FleetBatch[]): Promise<void> => {
      for (const { chain, laptop, entries } of batches) {
        const client = await laptopNamed(laptop);
        const answer = await client.appendLog({ ...owner, chain, entries: [...entries] });
        if (!answer.ok || answer.value.kind !== 'kept') throw new Error(JSON.stringify(answer));
      }
    },
  };
}

/** A client with a new token of the relay's. */
export async function clientOf(relay: RunningRelay, name: string, role: RelayRole): Promise<RelayClient> {
  const made = await createToken(relay.store, { name, role, customers: [owner.customerId] }, 0);
  if (!made.ok) throw new Error(made.error);
  const client = createRelayClient({ url: relay.url, token: made.value.token, clock: machineClock });
  onTestFinished(client.close);
  return client;
}

/** The token of a reading laptop. */
export type Reading = Pick<RelayClient, 'logEntries' | 'me'>;

/** A supervisor's laptop that may be opened again and again over the same files. */
export function supervisorsLaptop(folder = tempFolder()) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'supervision.db');
  const open = (
    client: Reading | null,
    {
      startThread,
      clock = machineClock,
      publish = () => undefined,
    }: Partial<Pick<SupervisionParts, 'startThread' | 'clock' | 'publish'>> = {},
  ) => {
    const queue = openDatabase({
      file: join(folder, 'queue.db'),
      migrations: queueMigrations,
      durability: 'normal',
      onCommitted: () => undefined,
    });
    const reports: string[] = [];
    const supervision = createSupervision({
      ...owner,
      file,
      queue: queue.sqlite,
      client,
      clock,
      ...(startThread === undefined ? {} : { startThread }),
      refreshKeys: () => Promise.resolve(ok(undefined)),
      random: () => 0,
      publish,
      report: (event) => reports.push(event),
    });
    let isOpen = true;
    const close = async () => {
      if (!isOpen) return;
      isOpen = false;
      await supervision.stop();
      queue.close();
    };
    onTestFinished(close);
    return { supervision, queue, reports, close };
  };
  return { file, open };
}

/** Everything that the copies tell: each job's row by its id, each laptop's log by its chain. */
export function reportedBy({
  supervision,
  queue,
}: Pick<ReturnType<ReturnType<typeof supervisorsLaptop>['open']>, 'supervision' | 'queue'>) {
  const { sqlite } = supervision.start();
  const rows = sqlite
    .prepare<[], { ordinal: number; job_id: string }>('SELECT ordinal, job_id FROM job ORDER BY job_id')
    .all()
    .map(({ ordinal }) => readRow(sqlite, ordinal));
  const chains = chainStates({ sqlite, queue: queue.sqlite, owner }).toSorted((one, other) =>
    one.chain < other.chain ? -1 : 1,
  );
  return { rows, chains };
}
