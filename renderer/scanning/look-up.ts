import type { DirectoryCar, DirectoryProductView } from '../../shared/domain/directory.ts';
import type { JobSummary } from '../../shared/domain/job.ts';
import type { Scanned } from '../../shared/domain/scanning.ts';
import { foldForSearch, matchSerial } from '../../shared/domain/serial.ts';
import { neverReached } from '../../shared/never.ts';
import type { Problem } from '../../shared/problem.ts';
import { ok, type Result } from '../../shared/result.ts';
import { call } from '../data/call.ts';

/** The result of a code lookup on this laptop. */
export interface LookedUp {
  /** Cars with exactly this VIN or plate. */
  readonly cars: readonly DirectoryCar[];
  /** The product with exactly this serial or label; several where only a person can decide. */
  readonly products: readonly DirectoryProductView[];
  /** The unfinished installation of the car, where exactly one car was found. */
  readonly openJob: JobSummary | null;
}

const LIMIT = 10;
const LONGEST_QUESTION = 200;

/** Looks a code up in the local copies. */
export async function lookUp({ kind, text }: Scanned): Promise<Result<LookedUp, Problem>> {
  const question = { text: text.slice(0, LONGEST_QUESTION), limit: LIMIT };
  const found = await call(window.boxwright.directory.searchCars, question);
  if (!found.ok) return found;
  const wanted = foldForSearch(text);
  const cars = found.value.rows.filter(({ vin, licensePlate }) =>
    [vin, kind === 'vin' ? null : licensePlate].some(
      (name) => name !== null && foldForSearch(name) === wanted,
    ),
  );
  const listed =
    kind === 'vin' ? null : await call(window.boxwright.directory.listProducts, { ...question, offset: 0 });
  if (listed !== null && !listed.ok) return listed;
  const products = listed === null ? [] : matchesOf(listed.value.rows, text);
  const [car, ...others] = cars;
  const jobs = car === undefined || others.length > 0 ? null : await call(window.boxwright.jobs.list, {});
  const openJob =
    jobs?.ok === true
      ? jobs.value.jobs.find((job) => job.finishedAt === null && job.car?.id === car?.id)
      : undefined;
  return ok({ cars, products, openJob: openJob ?? null });
}

function matchesOf(listed: readonly DirectoryProductView[], text: string): readonly DirectoryProductView[] {
  const found = matchSerial(listed, text);
  switch (found.match) {
    case 'one':
      return [found.product];
    case 'several':
      return found.products;
    case 'none':
      return [];
    default:
      return neverReached(found);
  }
}
