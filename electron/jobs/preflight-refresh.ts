import type { Topic } from '../../shared/ipc/topics.ts';
import type { Clock } from '../../shared/clock.ts';
import { sendableSerial } from '../../shared/domain/serial.ts';
import type { CarId, JobId } from '../../shared/ids.ts';
import { SECOND } from '../../shared/time.ts';
import type { Directory } from '../directory/directory.ts';
import type { OperatorClient } from '../operator/client.ts';
import { listCarProducts } from '../operator/endpoints/cars.ts';
import { listProducts } from '../operator/endpoints/products.ts';
import { eq, or } from '../operator/odata.ts';

/** Fetches fresh facts about a serial behind the screen's back; the answer of the pre-flight never waits for it. */
export interface PreflightRefresh {
  /** Asks once per serial and car within half a minute; publishes the job when it learned something. */
  readonly ask: (job: JobId, serial: string, car: CarId | null) => void;
  readonly stop: () => Promise<void>;
}

const FRESH_FOR_MS = 30 * SECOND;

/** A refresher over one profile's client and directory. */
export function createPreflightRefresh(parts: {
  readonly client: OperatorClient;
  readonly directory: Pick<Directory, 'recordProduct'>;
  readonly clock: Clock;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}): PreflightRefresh {
  const abort = new AbortController();
  const askedAt = new Map<string, number>();
  const running = new Set<Promise<void>>();

  const refresh = async (job: JobId, serial: string, car: CarId | null) => {
    const { signal } = abort;
    const { client } = parts;
    const typed = serial.trim();
    const tidy = sendableSerial(serial);
    const filter = or(
      eq('serialNumber', typed),
      eq('uniqueId', typed),
      eq('serialNumber', tidy),
      eq('uniqueId', tidy),
    );
    const found = await client.call(listProducts({ filter, top: 10 }, client.assumptions), { signal });
    const inCar =
      car === null ? null : await client.call(listCarProducts(car, client.assumptions), { signal });
    const products = [
      ...(found.ok ? found.value : []),
      ...(inCar?.ok === true ? inCar.value.map((product) => ({ ...product, carId: car })) : []),
    ];
    for (const product of products) parts.directory.recordProduct(product);
    if (products.length > 0) parts.publish(new Set<Topic>([`job:${job}`]));
  };

  return {
    ask: (job, serial, car) => {
      const key = `${serial}/${String(car)}`;
      const now = parts.clock.now();
      if (now - (askedAt.get(key) ?? 0) < FRESH_FOR_MS || abort.signal.aborted) return;
      askedAt.set(key, now);
      const task = refresh(job, serial, car).finally(() => running.delete(task));
      running.add(task);
    },
    stop: async () => {
      abort.abort();
      await Promise.allSettled(running);
    },
  };
}
