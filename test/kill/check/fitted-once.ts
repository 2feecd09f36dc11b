import type { RunningOperator } from '../../operator/start.ts';
import { productsIn } from '../../operator/state.ts';
import type { AskedJob } from '../asked-job.ts';

/** The operator's own books: what is, what was asked of it, and what it forbids. */
export type OperatorBooks = Pick<RunningOperator, 'state' | 'journal' | 'violations'>;

/** How often each write of the main job really took effect. */
export function executions({ journal }: Pick<OperatorBooks, 'journal'>) {
  return {
    'PUT /cars': journal.executions({ method: 'PUT', path: '/cars' }),
    'PUT /installations': journal.executions({ method: 'PUT', path: '/installations' }),
    'PUT /groups': journal.executions({ method: 'PUT', path: '/groups' }),
    'PUT /groups/*/cars': journal.executions({ method: 'PUT', path: '/groups/*/cars' }),
    'PUT /assignments': journal.executions({ method: 'PUT', path: '/assignments' }),
    'DELETE /assignments/*': journal.executions({ method: 'DELETE', path: '/assignments/*' }),
  };
}

/**
 * Violations in the operator's state: these jobs, each of them finished, and no other, have been carried out exactly
 * once on a fleet that knew neither their cars nor their groups. One sentence per finding; none when all is well.
 */
export function notFittedOnce(books: OperatorBooks, jobs: readonly AskedJob[]): readonly string[] {
  const groups = new Set(jobs.map(({ group }) => group.name));
  const expected: ReturnType<typeof executions> = {
    'PUT /cars': jobs.length,
    'PUT /installations': jobs.length,
    'PUT /groups': groups.size,
    'PUT /groups/*/cars': jobs.length,
    'PUT /assignments': jobs.length,
    'DELETE /assignments/*': jobs.length,
  };
  const found: Readonly<Record<string, number>> = executions(books);
  return [
    ...jobs.flatMap((job) => notAsAsked(books, job)),
    ...[...groups].flatMap((name) => {
      const made = [...books.state.groups.values()].filter((group) => group.name === name).length;
      return made === 1 ? [] : [`the group “${name}” is there ${made} times`];
    }),
    ...Object.entries(expected).flatMap(([write, times]) =>
      found[write] === times ? [] : [`${write} took effect ${found[write]} times instead of ${times}`],
    ),
    ...notAskedFor(books, Object.values(expected)),
    ...books.violations.all.map(
      ({ rule, method, path }) => `the operator forbids it: ${rule}, ${method} ${path}`,
    ),
  ];
}

function notAsAsked({ state }: OperatorBooks, { car, box, group }: AskedJob): readonly string[] {
  const cars = [...state.cars.values()].filter(({ vin }) => vin === car.vin);
  const [made] = cars;
  if (made === undefined || cars.length !== 1) return [`the car ${car.vin} is there ${cars.length} times`];
  const boxes = productsIn(state, made.id).map(({ serialNumber }) => serialNumber);
  const groups = [...state.groups.values()]
    .filter(({ carIds }) => carIds.has(made.id))
    .map(({ name }) => name);
  const open = [...state.assignments.values()].filter(({ carId }) => carId === made.id);
  return [
    ...differing(`the name of ${car.vin}`, made.name, car.name),
    ...differing(`the plate of ${car.vin}`, made.licensePlate, car.licensePlate),
    ...differing(`what is installed in ${car.vin}`, boxes.join(), box.serialNumber),
    ...differing(`the groups of ${car.vin}`, groups.join(), group.name),
    ...differing(`the test accesses left open on ${car.vin}`, open.length, 0),
  ];
}

/** Every write that took effect is one of those counted above. */
function notAskedFor({ journal }: OperatorBooks, counted: readonly number[]): readonly string[] {
  const writes = journal
    .matching({ applied: true })
    .filter(({ method, path }) => method !== 'GET' && !(method === 'POST' && path.includes('token')));
  const total = counted.reduce((sum, count) => sum + count, 0);
  return differing('the number of writes that took effect', writes.length, total);
}

function differing(what: string, is: number | string | null, asked: number | string): readonly string[] {
  return is === asked ? [] : [`${what}: ${is ?? 'nothing'} instead of ${asked}`];
}
