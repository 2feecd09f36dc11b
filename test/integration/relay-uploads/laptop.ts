import { connectDirectly } from '../../../electron/base/network/network.ts';
import { createAttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { createChecklists } from '../../../electron/jobs/checklists.ts';
import { createIds } from '../../../electron/base/ids.ts';
import {
  openProfile,
  type OpenProfile,
  type OpenProfileParts,
} from '../../../electron/session/open-profile.ts';
import type { Outside } from '../../../electron/session/outside.ts';
import { createTransport } from '../../../electron/operator/transport.ts';
import { openDirectoryDatabase } from '../../../electron/directory/directory.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import { createRelayClient, type RelayClient } from '../../../electron/relay/client.ts';
import { customerId } from '../../../shared/ids.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';

/** Where a laptop keeps its data and which relay it knows. */
export interface LaptopPlace {
  readonly dataDir: string;
  readonly relayUrl: string;
  readonly token: string;
}

/** Opens the real core as the window and the headless run do. There is no operator: its address does not answer. */
export function openLaptop(
  { dataDir, relayUrl, token }: LaptopPlace,
  changed: (client: RelayClient) => RelayClient = (client) => client,
  calling?: OpenProfileParts['calling'],
  {
    openQueue = openQueueDatabase,
    ...more
  }: Pick<OpenProfileParts, 'publishers' | 'deviceKey' | 'examples'> &
    Partial<Pick<Outside, 'openQueue'>> = {},
): OpenProfile {
  return openProfile({
    ...(calling === undefined ? {} : { calling }),
    ...more,
    profile: {
      address: { environment: 'uat', baseUrl: 'http://127.0.0.1:1', apiKeyHeader: 'service-API-Key' },
      credentials: { apiKey: 'key', username: 'user', password: 'password' },
      customer: { id: customerId.parse(4711), name: 'Customer 4711' },
      relay: { relayUrl, relayToken: token },
      keeping: 'memory-only',
    },
    dataDir,
    clock: machineClock,
    random: () => 0.01,
    ids: createIds(),
    policy: defaultPolicy,
    checklists: createChecklists({ folder: null, remembered: () => [] }),
    worker: () => 'Jo',
    userAgent: 'Boxwright/test',
    log: () => undefined,
    publish: () => undefined,
    pid: process.pid,
    processAlive: () => false,
    outside: {
      connect: connectDirectly,
      openQueue,
      openDirectory: openDirectoryDatabase,
      openAttachments: createAttachmentFiles,
      openTransport: createTransport,
      openRelay: (options) => changed(createRelayClient(options)),
    },
  });
}

/** Writes so many entries of the log. */
export function write({ jobs, database }: OpenProfile, count: number): void {
  database.write((context) => {
    for (let n = 0; n < count; n += 1) {
      jobs.log.append(context, { job: null, type: 'checklist-answered', data: { item: 'n', answer: n } });
      context.changed('status');
    }
  });
}

/** The hashes of the laptop's own log, oldest first. */
export function written({ database }: OpenProfile): readonly string[] {
  return database.sqlite.prepare<[], string>('SELECT hash FROM log_entry ORDER BY number').pluck().all();
}
