import { environment as environments } from '../shared/ids.ts';
import { neverReached } from '../shared/never.ts';
import { SECOND, type Instant } from '../shared/time.ts';
import { attachmentFiles, movingFiles } from './attachment-files.ts';
import { admission } from './access/admission.ts';
import { tokenUses } from './access/credentials.ts';
import { readMarks, keepRetention } from './feed/retention.ts';
import { waitingPolls, type WaitingPolls } from './feed/reading.ts';
import { relayApp, type RelayApp } from './http/app.ts';
import { freshCertificate, baseAddress, listenRefusal, readTls } from './listening.ts';
import { relayMetrics, serialized, type LogStream } from './http/monitoring.ts';
import { largeRequestSlots, requestsInFlight } from './http/requests-in-flight.ts';
import { draining } from './http/connections.ts';
import type { RelaySettings } from './settings.ts';
import type { DiskSpace } from './store/write-queues.ts';
import { openStore } from './store/open-store.ts';
import type { RelayStore, StoreChange } from './store/store.ts';

export type RelayPorts = {
  readonly clock?: () => Instant;
  /** Where log lines go; stderr when left out, nowhere when null. */
  readonly log?: LogStream | null;
  /** Free space of the disk with the data folder; read from the system when left out. */
  readonly diskSpace?: () => DiskSpace;
};

export type RunningRelay = {
  /** Base address without a trailing slash. */
  readonly url: string;
  readonly store: RelayStore;
  /** Answers the waiting polls, lets running requests end, closes the store. */
  readonly stop: () => Promise<void>;
  /** Loads the certificate files again; no effect for plain HTTP. */
  readonly reloadCertificate: () => void;
};

/**
 * Upper bound of waiting polls per token. A laptop needs one for its open profile; the rest covers polls that it
 * abandoned.
 */
const POLLS_PER_TOKEN = 4;
/**
 * Listen backlog: all laptops of a partner connect at the same moment after a restart. With Node's default of 511 the
 * system drops the rest, which retry after a second or find their connection reset. The system may allow less (Linux:
 * `net.core.somaxconn`, 4096).
 */
const LISTEN_BACKLOG = 4096;
/** Deadline of running requests when the relay stops; later ones are cut off. */
const STOP_DEADLINE = 5 * SECOND;

/**
 * Starts a relay and resolves when it answers requests.
 *
 * @throws Refusal with one plain sentence when it cannot start as it is set up.
 */
export async function startRelay(settings: RelaySettings, ports: RelayPorts = {}): Promise<RunningRelay> {
  const now = ports.clock ?? Date.now;
  const tls = readTls(settings);
  const opened = await openStore(settings, ports.diskSpace);
  const files = attachmentFiles(settings);
  const moving =
    files === null
      ? null
      : movingFiles({ store: opened, files, now, warn: (fields, message) => app.log.warn(fields, message) });
  const store = moving?.store ?? opened;
  const polls = waitingPolls({ perToken: POLLS_PER_TOKEN, inTotal: settings.maxWaiting });
  store.onChange((change) => wakePolls(polls, change));
  let stopping = false;
  const isStopping = (): boolean => stopping;
  const marks = readMarks(store, (fields, message) => app.log.warn(fields, message));
  const uses = tokenUses(store, (fields, message) => app.log.warn(fields, message));
  const metrics = relayMetrics();
  const underWay = requestsInFlight(settings.trustsProxy);
  const admitting = { admission: admission(now), underWay, largeRequestSlot: largeRequestSlots(), uses };
  const parts = { settings, store, polls, marks, ...admitting, metrics, now, isStopping };
  const log = ports.log === null ? false : { level: 'info', stream: ports.log ?? serialized(process.stderr) };
  const app = relayApp(parts, log, tls);
  const closeUnused = draining(app, isStopping);

  try {
    await app.listen({ host: settings.host, port: settings.port, backlog: LISTEN_BACKLOG });
  } catch (reason) {
    await marks.end();
    await uses.end();
    await store.close();
    throw listenRefusal(settings, reason);
  }
  warnAboutMissingSecrets(settings, app);
  for (const warning of store.warnings) app.log.warn(warning);
  store.onLost((reason) => {
    app.log.fatal({ reason: reason instanceof Error ? reason.name : reason }, 'the store is lost');
  });
  const certificate = freshCertificate(settings, tls, app.server, app.log);
  moving?.start();
  const endRetention = keepRetention({
    store,
    marks,
    keepDays: settings.keepDays,
    now,
    log: app.log,
    droppedUnread: metrics.droppedUnread,
  });

  const shutDown = async (): Promise<void> => {
    stopping = true;
    certificate.end();
    // A load balancer sees at `/readyz` that this relay stops, and routes no more requests to it.
    if (settings.drainSeconds > 0) await delay(settings.drainSeconds * SECOND);
    endRetention();
    await moving?.end();
    polls.stop();
    closeUnused();
    const deadline = setTimeout(() => app.server.closeAllConnections(), STOP_DEADLINE);
    await app.close();
    clearTimeout(deadline);
    await marks.end();
    await uses.end();
    await store.close();
  };
  let stopped: Promise<void> | null = null;
  return {
    url: baseAddress(settings, app.server.address()),
    store,
    stop: () => (stopped ??= shutDown()),
    reloadCertificate: certificate.reload,
  };
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function wakePolls(polls: WaitingPolls, change: StoreChange): void {
  switch (change.kind) {
    case 'results-kept':
    case 'reviews-kept':
    case 'removals-kept':
    case 'plans-kept':
      return polls.wake(change.feeds);
    case 'anything':
      return polls.wakeAll();
    default:
      return neverReached(change);
  }
}

function warnAboutMissingSecrets({ secrets }: RelaySettings, app: RelayApp): void {
  for (const name of environments.options) {
    const variable = `RELAY_SECRET_${name.toUpperCase()}`;
    switch (secrets[name].mode) {
      case 'required':
        break;
      case 'open':
        app.log.warn(`${variable} is not set and RELAY_ALLOW_NO_SECRET=1: anyone may post ${name} results.`);
        break;
      case 'local-only':
        app.log.warn(
          `${variable} is not set: ${name} webhooks are taken from this machine only, and from no proxy.`,
        );
        break;
      case 'refuse':
        app.log.warn(`${variable} is not set: every ${name} webhook is refused.`);
        break;
      default:
        neverReached(secrets[name]);
    }
  }
}
