import { randomUUID } from 'node:crypto';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { createOperatorClient, type OperatorClient } from '../../../electron/operator/client.ts';
import { createEngine } from '../../../electron/operations/queue/engine.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { addCarToGroupKind } from '../../../electron/operations/queue/kinds/add-car-to-group.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import {
  type QueueParts,
  createSteadyClock,
  defaultPolicy,
} from '../../../electron/operations/queue/parts.ts';
import { carId, customerId, groupId, type OperationId, type Environment } from '../../../shared/ids.ts';
import { nothingOutside } from '../../integration/profiles/nothing-outside.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Watch } from '../frame/watched.ts';

/** A car into a group. */
export type Order = { readonly car: number; readonly group: number };

/** How many operations are on the wire at once, as in the app. */
export const CONCURRENCY = defaultPolicy.concurrency;

const environment: Environment = 'uat';

/** A client as the app makes one. */
export const clientOf = (baseUrl: string): OperatorClient =>
  createOperatorClient({
    baseUrl,
    apiKeyHeader: 'service-API-Key',
    credentials: { apiKey: 'demo-api-key', username: 'demo-api-manager', password: 'demo-password' },
    customerId: customerId.parse(notable.customerId),
    clock: nothingOutside.clock,
    random: Math.random,
  });

/**
 * Writes the orders into a new queue.db, synced as in the app, those of one car each after the one before; then drains it.
 * Answers how many milliseconds the drain took, attempts, bindings, journal and log included.
 */
export async function drainOrders(
  file: string,
  baseUrl: string,
  client: OperatorClient,
  orders: readonly Order[],
  watch: Watch = (drain) => drain(),
): Promise<number> {
  const { clock } = nothingOutside;
  const target = { environment, baseUrl, customerId: customerId.parse(notable.customerId) };
  const database = openQueueDatabase(file, target, () => undefined);
  const ids = createIds();
  const faults: unknown[] = [];
  let done = 0;
  let ended: () => void = () => undefined;
  const allDone = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const parts: QueueParts = {
    database,
    client,
    target,
    clock: createSteadyClock(clock),
    random: Math.random,
    policy: defaultPolicy,
    log: createInstallationLog({ ids, clock, worker: () => 'Bay 3 Tester', clockOffsetMs: () => null }),
    bootId: randomUUID(),
    pid: process.pid,
    processAlive: () => false,
    report: (message, cause) => faults.push(`${message}: ${String(cause)}`),
    onDone: () => {
      done += 1;
      if (done === orders.length) ended();
    },
  };
  const before = new Map<number, OperationId>();
  database.write((context) => {
    for (const { car, group } of orders) {
      const id = ids.operation();
      const previous = before.get(car);
      const payload = {
        car: carId.parse(car),
        carLabel: `M QX ${car}`,
        group: groupId.parse(group),
        groupName: `Group ${group}`,
      };
      const after = previous === undefined ? [] : [previous];
      enqueue(context, target, { id, kind: addCarToGroupKind, payload, job: null, after }, clock.now());
      before.set(car, id);
    }
  });
  const engine = createEngine(parts, () => undefined);
  const took = await watch(async () => {
    const from = performance.now();
    engine.start();
    await allDone;
    return performance.now() - from;
  });
  await engine.stop();
  database.close();
  if (faults.length > 0) throw new Error(`the drain went wrong: ${String(faults[0])}`);
  return took;
}
