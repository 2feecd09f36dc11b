import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import { type ConnectionId, type CustomerId, customerId, type OperationId } from '../../../shared/ids.ts';
import { connection } from '../../integration/profiles/core.ts';
import { seededRandom } from '../../operator/random.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { newChildren } from '../children.ts';
import { troubledOperator } from '../troubled-operator.ts';
import { notOfItsCustomer, type OrderedCustomer } from './books.ts';
import { type CoreProcess, startCoreProcess } from './start-core.ts';

/** Orders of each customer between two kills. */
const ORDERS = 3;
const WAITING_STEP_MS = 50;

/** A customer of the laptop, and what was ordered for it. */
interface Served {
  readonly operator: RunningOperator;
  readonly customer: CustomerId;
  readonly id: ConnectionId;
  readonly name: string;
  readonly ordered: OrderedCustomer['ordered'][number][];
}

export interface CustomersReport {
  readonly kills: number;
  readonly customers: number;
  /** Orders that main answered as accepted. */
  readonly accepted: number;
  /** One sentence each; none when all is well. */
  readonly violations: readonly string[];
}

/**
 * A laptop of four customers at two operators, killed again and again while the queues of all are filled and sent; then
 * all queues drain, and the books of operators and queues are compared.
 */
export async function runCustomersRound(plan: {
  readonly seed: number;
  readonly kills: number;
  readonly signal: AbortSignal;
}): Promise<CustomersReport> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-kill-customers-'));
  const random = seededRandom(plan.seed);
  const children = newChildren();
  const endChildren = () => children.end();
  plan.signal.addEventListener('abort', endChildren);
  const operators = await Promise.all([troubledOperator(random), troubledOperator(random)]);
  try {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    let core = await startCoreProcess(dataDir, children);
    const served = await connectAll(core, operators);
    for (let kill = 1; kill <= plan.kills; kill += 1) {
      plan.signal.throwIfAborted();
      const enough = Promise.withResolvers<void>();
      let left = random.integer(1, served.length * ORDERS);
      const ordering = orderForAll(core, random.shuffled(served), kill, () => {
        left -= 1;
        if (left === 0) enough.resolve();
      });
      const refused = ordering.then(() => {
        if (left > 0) throw new Error('an order was refused');
      });
      await Promise.race([enough.promise, refused]);
      await pause(random.integer(0, 400), undefined, { signal: plan.signal });
      await core.kill();
      await ordering;
      core = await startCoreProcess(dataDir, children);
    }
    await drained(core, served.length, plan.signal);
    await core.kill();
    return {
      kills: plan.kills,
      customers: served.length,
      accepted: served.reduce((sum, { ordered }) => sum + ordered.filter(isAccepted).length, 0),
      violations: served.flatMap((one) =>
        notOfItsCustomer(
          { ...one, journal: one.operator.journal.entries },
          profileFolder(dataDir, { address: connection(one.operator).address, customerId: one.customer })
            .queueFile,
        ),
      ),
    };
  } finally {
    plan.signal.removeEventListener('abort', endChildren);
    children.end();
    for (const operator of operators) await operator.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const isAccepted = ({ operation }: { readonly operation: OperationId | null }) => operation !== null;

/** Two customers at each operator, each added by a page of its own. */
async function connectAll(core: CoreProcess, operators: readonly RunningOperator[]): Promise<Served[]> {
  const served: Served[] = [];
  for (const [at, operator] of operators.entries()) {
    for (const number of [notable.customerId, notable.otherCustomerId]) {
      const customer = customerId.parse(number);
      const name = `Fleet ${at}-${number}`;
      const page = core.page(`connect ${name}`);
      await page('connect.save', { ...connection(operator), customer: { id: customer, name }, relay: null });
      const { customers } = await core.page(`connected ${name}`)('app.status', {});
      const id = customers.find((one) => one.isShown)?.id;
      if (id === undefined) throw new Error(`${name} is not shown`);
      served.push({ operator, customer, id, name, ordered: [] });
    }
  }
  return served;
}

/** Fills the queues of all customers, each by a page of it. An order whose answer did not come is kept as not accepted. */
async function orderForAll(
  core: CoreProcess,
  served: readonly Served[],
  kill: number,
  onAccepted: () => void,
): Promise<void> {
  for (const { id, name, ordered } of served) {
    try {
      await core.page('switch')('customers.show', { id });
      const page = core.page(`orders of ${name}`);
      for (let order = 1; order <= ORDERS; order += 1) {
        const label = `${name} order ${kill}.${order}`;
        const entry = { label, operation: null };
        const index = ordered.push(entry) - 1;
        const { id: operation } =
          order === 1
            ? await page('edits.createGroup', { name: label })
            : await page('edits.createCar', { car: carOf(label, order), description: '' });
        ordered[index] = { label, operation };
        onAccepted();
      }
    } catch {
      // The process was killed.
      return;
    }
  }
}

const carOf = (label: string, order: number) => ({
  name: label,
  vin: '',
  licensePlate: `K ${label.replaceAll(/\D/g, '').slice(-12)}${order}`,
  brand: 'Ford',
  model: 'Transit',
});

/** Waits until each customer is open and no operation is left, in whatever state. */
async function drained(core: CoreProcess, count: number, signal: AbortSignal): Promise<void> {
  const page = core.page('at the end');
  for (;;) {
    const { customers } = await page('app.status', {});
    const open = customers.filter((one) => one.connection !== null);
    if (open.length === count && open.every(({ unfinished }) => unfinished === 0)) return;
    if (open.some(({ needPerson }) => needPerson > 0)) return;
    await pause(WAITING_STEP_MS, undefined, { signal });
  }
}
