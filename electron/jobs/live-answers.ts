import { foldSerial } from '../../shared/domain/serial.ts';
import type { ProductId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/time.ts';

/** Most serials whose answers are kept: a long day's. */
const MOST_KEPT = 500;

/** The operator's latest answers that its lists, as they are kept here, cannot have. */
export interface LiveAnswers {
  /** When the operator answered that it knows no product of this serial; null = it did not. */
  readonly noBoxAt: (serial: string) => Instant | null;
  /** When the operator answered that this product has no service; null = it did not. */
  readonly noServiceAt: (product: ProductId) => Instant | null;
  /** A newer answer takes the place of the one before; `at` null = the operator knows it, or has not reported it. */
  readonly tellBox: (serial: string, noneAt: Instant | null) => void;
  readonly tellService: (product: ProductId, noneAt: Instant | null) => void;
}

/** The answers of one open profile, in memory: a restart asks again. */
export function createLiveAnswers(): LiveAnswers {
  const boxes = new Map<string, Instant>();
  const services = new Map<ProductId, Instant>();
  return {
    noBoxAt: (serial) => boxes.get(foldSerial(serial)) ?? null,
    noServiceAt: (product) => services.get(product) ?? null,
    tellBox: (serial, noneAt) => keep(boxes, foldSerial(serial), noneAt),
    tellService: (product, noneAt) => keep(services, product, noneAt),
  };
}

/** LRU eviction. */
function keep<Key>(kept: Map<Key, Instant>, key: Key, at: Instant | null): void {
  kept.delete(key);
  if (at !== null) kept.set(key, at);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
