import type { DirectoryCar, DirectoryProductView } from '../../../shared/domain/directory.ts';
import type { JobSummary } from '../../../shared/domain/job.ts';
import type { Scanned } from '../../../shared/domain/scanned.ts';
import { foldForSearch, foldSerial } from '../../../shared/domain/serial.ts';
import type { Problem } from '../../../shared/problem.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { call } from '../../data/call.ts';

/** The meaning of a code on this laptop. */
export interface LookedUp {
  /** Cars with exactly this VIN or plate. */
  readonly cars: readonly DirectoryCar[];
  /** The product with exactly this serial or label. */
  readonly product: DirectoryProductView | null;
  /** The installation of the one car that is still under way. */
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
  const products =
    kind === 'vin' ? null : await call(window.boxwright.directory.listProducts, { ...question, offset: 0 });
  if (products !== null && !products.ok) return products;
  const product =
    products?.value.rows.find(({ serialNumber, uniqueId }) =>
      [serialNumber, uniqueId].some((name) => foldSerial(name) === foldSerial(text)),
    ) ?? null;
  const [car, ...others] = cars;
  const jobs = car === undefined || others.length > 0 ? null : await call(window.boxwright.jobs.list, {});
  const openJob =
    jobs?.ok === true
      ? jobs.value.jobs.find((job) => job.finishedAt === null && job.car?.id === car?.id)
      : undefined;
  return ok({ cars, product, openJob: openJob ?? null });
}
