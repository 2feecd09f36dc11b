import { lockFolder } from '../db/folder-lock.ts';
import { openDirectoryDatabase } from '../directory/open-directory.ts';
import { type Connect, connectDirectly } from '../base/network/network.ts';
import { createTransport, type OpenTransport } from '../operator/transport.ts';
import { openKeptQueue } from '../operations/queue/repair/open-kept-queue.ts';
import { openQueueDatabase } from '../operations/queue/open-queue.ts';
import { createRelayClient } from '../relay/client.ts';

/** Everything by which an open profile reaches disk and network. */
export interface Outside {
  /** Takes the profile's folder for this process; a simulation, which is one process, does without. */
  readonly lockFolder?: typeof lockFolder;
  readonly openQueue: typeof openQueueDatabase;
  /** Opens the queue whatever has become of its file, and backs it up; a simulation has neither. */
  readonly openKeptQueue?: typeof openKeptQueue;
  readonly openDirectory: typeof openDirectoryDatabase;
  readonly openTransport: OpenTransport;
  readonly openRelay: typeof createRelayClient;
  /** For everything else that is asked over the network. */
  readonly connect: Connect;
}

/** The real disk, and the network by this way out. */
export const outsideOver = (connect: Connect): Outside => ({
  lockFolder,
  openQueue: openQueueDatabase,
  openKeptQueue,
  openDirectory: openDirectoryDatabase,
  openTransport: (options) => createTransport({ ...options, connect }),
  openRelay: (options) => createRelayClient({ ...options, connect }),
  connect,
});

/** The real disk and network, without a proxy. */
export const realOutside: Outside = outsideOver(connectDirectly);
