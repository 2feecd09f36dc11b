import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addCarToGroupKind } from '../../../electron/operations/queue/kinds/add-car-to-group.ts';
import { carId, groupId } from '../../../shared/ids.ts';
import { car } from '../../../shared/operator/resources.ts';
import { fillQueue } from '../../e2e/fixture/fill-queue.ts';
import { notable } from '../../operator/seed/notable.ts';
import { type RunningOperator, startOperator } from '../../operator/start.ts';
import { fillProfile, FULL } from '../startup/full-profile.ts';

/** As many as the client asks for at once. */
const LARGEST_PAGE = 200;
/** Other parts than the cars are kept short: the cars take long. */
const OTHERS = 5_000;
/** The name of the file in which a kept laptop remembers its operator's port. */
const PORT_FILE = 'operator-port';

/** A laptop that has everything, and the operator it belongs to, which knows as many cars. */
export interface FullLaptop {
  readonly operator: RunningOperator;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Fills a laptop below `folder`. With `keep`, what an earlier run filled there is taken, or left there for a later one; the laptop
 * itself is always a copy.
 */
export async function fullLaptop(folder: string, keep: string | null): Promise<FullLaptop> {
  const dataDir = join(folder, 'laptop');
  const kept = keep !== null && existsSync(join(keep, PORT_FILE)) ? keep : null;
  const operator = await startOperator({
    cars: FULL.cars,
    port: kept === null ? 0 : Number(readFileSync(join(kept, PORT_FILE), 'utf8')),
  });
  operator.settings.maxTop = LARGEST_PAGE;
  const { products, services } = operator.state;
  for (const rows of [products, services]) {
    for (const id of [...rows.keys()].slice(OTHERS)) rows.delete(id);
  }
  if (kept === null) {
    mkdirSync(dataDir);
    await fillProfile(dataDir, operator.url, carsOf(operator));
    writeFileSync(join(dataDir, PORT_FILE), String(operator.port));
    if (keep !== null) cpSync(dataDir, keep, { recursive: true });
  } else cpSync(kept, dataDir, { recursive: true });
  return {
    operator,
    dataDir,
    env: {
      BOXWRIGHT_ENVIRONMENT: 'uat',
      BOXWRIGHT_BASE_URL: operator.url,
      BOXWRIGHT_API_KEY: operator.settings.apiKey,
      BOXWRIGHT_USERNAME: operator.settings.username,
      BOXWRIGHT_PASSWORD: operator.settings.password,
      BOXWRIGHT_CUSTOMER_ID: String(notable.customerId),
      BOXWRIGHT_DATA_DIR: dataDir,
    },
  };
}

/** The cars as the laptop knows them. */
const carsOf = ({ state }: RunningOperator) =>
  [...state.cars.values()]
    .filter(({ customerId }) => customerId === notable.customerId)
    .map(({ customerId: _customer, ...wire }) => car.parse(wire));

/** The changes of a colleague at the operator since the last sync: every so manieth car has another description. */
export function changeSome({ operator: { state } }: FullLaptop, every: number): void {
  for (const [index, known] of [...state.cars.values()].entries()) {
    if (index % every === 0) known.description = `Parked in row ${index}`;
  }
}

/** Puts memberships into the queue of a laptop that is not running: each of the cars into each of the groups. Answers how many. */
export function leaveToDrain(
  { operator, dataDir }: FullLaptop,
  { cars, groups }: { readonly cars: number; readonly groups: number },
): number {
  const own = <Row extends { readonly customerId: number | null }>(
    rows: ReadonlyMap<number, Row>,
    count: number,
  ) => [...rows.values()].filter(({ customerId }) => customerId === notable.customerId).slice(-count);
  const into = own(operator.state.groups, groups);
  const whole = own(operator.state.cars, cars);
  fillQueue({ dataDir, baseUrl: operator.url }, (_context, put) => {
    for (const group of into) {
      for (const { id, licensePlate, name } of whole) {
        const payload = {
          car: carId.parse(id),
          carLabel: licensePlate ?? name ?? '',
          group: groupId.parse(group.id),
          groupName: group.name,
        };
        put({ kind: addCarToGroupKind, payload, through: [], change: {} });
      }
    }
  });
  return into.length * whole.length;
}
