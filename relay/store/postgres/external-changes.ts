import { Client } from 'pg';
import { z } from 'zod';
import { environment, customerId } from '../../../shared/ids.ts';
import { SECOND } from '../../../shared/time.ts';
import type { StoreChange } from '../store.ts';
import { connectionSettings } from './database.ts';

/** Interval of the heartbeat that detects a dead connection. */
const HEARTBEAT_EVERY = 10 * SECOND;
const RECONNECT_AFTER = SECOND;

const feedKey = z
  .string()
  .transform((text): unknown => text.split('/'))
  .pipe(z.tuple([environment, customerId]))
  .transform(([named, customer]) => ({ environment: named, customerId: customer }));

/**
 * Parses a notification: `ORIGIN FEED,FEED…` or `ORIGIN *`. An unreadable one means that everything must be read
 * again.
 */
export function readNotification(payload: string, own: string): StoreChange | null {
  const [origin, reported = ''] = payload.split(' ');
  if (origin === own) return null;
  const feeds = z.array(feedKey).safeParse(reported.split(','));
  return feeds.success ? { kind: 'results-kept', feeds: feeds.data } : { kind: 'anything' };
}

/**
 * Listens to changes by other replicas and commands (LISTEN/NOTIFY), on a separate connection that is reopened when
 * it breaks. After that everything is read again, because notifications were lost.
 *
 * @returns the function that ends it, once the first connection listens.
 * @throws the driver's error when the first connection cannot be made.
 */
export async function externalChanges(
  url: string,
  own: string,
  tell: (change: StoreChange) => void,
): Promise<() => Promise<void>> {
  let ended = false;
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  const lost = (which: Client): void => {
    if (client !== which) return;
    client = null;
    void which.end().catch(() => undefined);
    if (!ended) timer = setTimeout(() => void again(), RECONNECT_AFTER).unref();
  };

  const beat = async (which: Client): Promise<void> => {
    try {
      await which.query('SELECT 1');
      if (client === which) timer = setTimeout(() => void beat(which), HEARTBEAT_EVERY).unref();
    } catch {
      lost(which);
    }
  };

  const listen = async (): Promise<void> => {
    const fresh = new Client(connectionSettings(url));
    fresh.on('error', () => lost(fresh));
    fresh.on('end', () => lost(fresh));
    fresh.on('notification', ({ payload }) => {
      const change = readNotification(payload ?? '', own);
      if (change !== null) tell(change);
    });
    try {
      await fresh.connect();
      await fresh.query('LISTEN relay_changes');
    } catch (reason) {
      void fresh.end().catch(() => undefined);
      throw reason;
    }
    if (ended) return fresh.end();
    client = fresh;
    timer = setTimeout(() => void beat(fresh), HEARTBEAT_EVERY).unref();
  };

  const again = async (): Promise<void> => {
    try {
      await listen();
      if (!ended) tell({ kind: 'anything' });
    } catch {
      if (!ended) timer = setTimeout(() => void again(), RECONNECT_AFTER).unref();
    }
  };

  await listen();
  return async () => {
    ended = true;
    clearTimeout(timer);
    const last = client;
    client = null;
    await last?.end().catch(() => undefined);
  };
}
