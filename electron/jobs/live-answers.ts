import { foldSerial } from '../../shared/domain/serial.ts';
import type { ProductId, CarId, JobId } from '../../shared/ids.ts';
import { type Instant, SECOND, type Clock } from '../../shared/time.ts';
import type { Topic } from '../../shared/ipc/pushed.ts';
import type { Directory } from '../directory/directory.ts';
import type { OperatorClient } from '../operator/client.ts';
import { listCarProducts } from '../operator/endpoints/cars.ts';
import { listProducts, ofSerial } from '../operator/endpoints/products.ts';
import { readServiceOf } from '../operations/queue/kinds/install.ts';
import { boxBySerial } from './box-lookup.ts';

/** Upper bound of serials with cached answers: enough for a long working day. */
const MOST_KEPT = 500;

/** Cache of the operator's latest answers about facts that its lists cannot contain. */
export interface LiveAnswers {
  /** When the operator reported no product with this serial; null = it did not. */
  readonly noBoxAt: (serial: string) => Instant | null;
  /** When the operator reported no service for this product; null = it did not. */
  readonly noServiceAt: (product: ProductId) => Instant | null;
  /** Stores an answer and replaces the previous one. `at` null = the operator knows the Box, or has not answered. */
  readonly noteBox: (serial: string, noneAt: Instant | null) => void;
  readonly noteService: (product: ProductId, noneAt: Instant | null) => void;
}

/** The answers of one open profile, in memory only: they are read again after a restart. */
export function createLiveAnswers(): LiveAnswers {
  const boxes = new Map<string, Instant>();
  const services = new Map<ProductId, Instant>();
  return {
    noBoxAt: (serial) => boxes.get(foldSerial(serial)) ?? null,
    noServiceAt: (product) => services.get(product) ?? null,
    noteBox: (serial, noneAt) => keep(boxes, foldSerial(serial), noneAt),
    noteService: (product, noneAt) => keep(services, product, noneAt),
  };
}

/** LRU eviction. */
function keep<Key>(kept: Map<Key, Instant>, key: Key, at: Instant | null): void {
  kept.delete(key);
  if (at !== null) kept.set(key, at);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** Refreshes the facts about a serial in the background; the pre-flight never waits for it. */
export interface PreflightRefresh {
  /** Requests at most once per serial and car within half a minute. Publishes the job when the answer has new facts. */
  readonly ask: (job: JobId, serial: string, car: CarId | null) => void;
  readonly stop: () => Promise<void>;
}

const FRESH_FOR_MS = 30 * SECOND;

/** A refresher over one profile's client and directory. */
export function createPreflightRefresh(parts: {
  readonly client: OperatorClient;
  readonly directory: Pick<
    Directory,
    'recordProduct' | 'recordService' | 'written' | 'productsBySerial' | 'serviceOfProduct'
  >;
  readonly answers: LiveAnswers;
  readonly clock: Clock;
  readonly publish: (topics: ReadonlySet<Topic>) => void;
}): PreflightRefresh {
  const abort = new AbortController();
  const askedAt = new Map<string, number>();
  const running = new Set<Promise<void>>();

  const { client, directory, answers, clock } = parts;
  const { signal } = abort;

  const refresh = async (job: JobId, serial: string, car: CarId | null) => {
    const filter = ofSerial(serial);
    const found = await client.call(listProducts({ filter, top: 10 }, client.assumptions), { signal });
    const inCar =
      car === null ? null : await client.call(listCarProducts(car, client.assumptions), { signal });
    const products = [
      ...(found.ok ? found.value : []),
      ...(inCar?.ok === true ? inCar.value.map((product) => ({ ...product, carId: car })) : []),
    ];
    for (const product of products) directory.recordProduct(product);
    await directory.written();
    const known = boxBySerial(directory, serial);
    // A missing list does not prove absence.
    if (found.ok)
      answers.noteBox(serial, known === undefined && found.value.length === 0 ? clock.now() : null);
    const reportedOfService = known !== undefined && (await readService(known.id));
    if (found.ok || products.length > 0 || reportedOfService) parts.publish(new Set<Topic>([`job:${job}`]));
  };

  /** Whether the operator reported it; a reported absence is stored too. */
  const readService = async (product: ProductId): Promise<boolean> => {
    const answer = await readServiceOf(client, product, signal);
    if (answer.reported === 'not-reported') return false;
    if (answer.service !== null) directory.recordService({ ...answer.service, productId: product });
    await directory.written();
    answers.noteService(product, answer.reported === 'none' ? clock.now() : null);
    return true;
  };

  return {
    ask: (job, serial, car) => {
      const key = `${serial}/${String(car)}`;
      const now = clock.now();
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
