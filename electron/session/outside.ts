import type { Clock } from '../../shared/time.ts';
import { jsonText } from '../../shared/parsing.ts';
import { proxyLogin, type ProxyLogin } from '../../shared/domain/profile.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { openDirectoryDatabase } from '../directory/directory.ts';
import {
  type Connect,
  connectDirectly,
  createNetwork,
  type Network,
  type ProxyLogins,
} from '../base/network/network.ts';
import { createTransport, type OpenTransport } from '../operator/transport.ts';
import { createAttachmentFiles } from '../log/attachment-files.ts';
import { openKeptQueue, openQueueDatabase } from '../operations/queue/open-queue.ts';
import { createRelayClient } from '../relay/client.ts';
import { createTrust } from '../base/network/trust.ts';
import type { Log, ResolveProxy, SecretStore } from '../base/ports.ts';
import type { NetworkSettings } from '../profiles/environment-profile.ts';
import { proxyLoginName } from '../profiles/profile.ts';

/** The access of an open profile to disk and network. */
export interface Outside {
  /** Locks the profile's folder for this process; a simulation in one process needs no lock. */
  readonly lockFolder?: typeof lockFolder;
  readonly openQueue: typeof openQueueDatabase;
  /** Opens the queue in any state of its file, and backs it up; a simulation does neither. */
  readonly openKeptQueue?: typeof openKeptQueue;
  readonly openDirectory: typeof openDirectoryDatabase;
  /** Opens the folder of photos; a simulation does not wait for a real disk. */
  readonly openAttachments: typeof createAttachmentFiles;
  readonly openTransport: OpenTransport;
  readonly openRelay: typeof createRelayClient;
  /** For all other network requests. */
  readonly connect: Connect;
}

/** The real disk, and the network through these connections. */
export const outsideOver = (connect: Connect): Outside => ({
  lockFolder,
  openQueue: openQueueDatabase,
  openKeptQueue,
  openDirectory: openDirectoryDatabase,
  openAttachments: createAttachmentFiles,
  openTransport: (options) => createTransport({ ...options, connect }),
  openRelay: (options) => createRelayClient({ ...options, connect }),
  connect,
});

/** The real disk and network, without a proxy. */
export const realOutside: Outside = outsideOver(connectDirectly);

/**
 * Creates main's network access, the same for the window and the headless core. No connection is opened before its
 * first use.
 */
export function openNetwork(parts: {
  readonly settings: NetworkSettings;
  /** Used where the settings name no proxy. */
  readonly resolveProxy: ResolveProxy;
  readonly logins: ProxyLogins;
  readonly clock: Clock;
  readonly log: Log;
  readonly onLogin: () => void;
}): Network {
  const { settings, clock, log, logins, onLogin } = parts;
  const { proxy, authorities } = settings;
  return createNetwork({
    resolveProxy: proxy === null ? parts.resolveProxy : () => Promise.resolve(proxy),
    trust: createTrust(authorities, (cause) => log('warn', 'network.system-certificates', String(cause))),
    logins,
    clock,
    onLogin,
  });
}

/** Logins of proxies in the secret store, one secret for each proxy. */
export function keptProxyLogins(secrets: SecretStore): ProxyLogins {
  return {
    read: async (proxy) => readLogin(await secrets.read(proxyLoginName(proxy))),
    write: (proxy, login) => secrets.write(proxyLoginName(proxy), JSON.stringify(login)),
  };
}

const stored = jsonText.pipe(proxyLogin);

function readLogin(text: string | null): ProxyLogin | null {
  const parsed = stored.safeParse(text);
  return parsed.success ? parsed.data : null;
}
