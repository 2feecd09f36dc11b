import { foldForSearch } from '../../shared/domain/serial.ts';
import type { Car } from '../../shared/operator/resources.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { OperatorClient } from './client.ts';
import { listCars } from './endpoints/cars.ts';
import { eq, type Filter, or } from './odata.ts';
import type { OperatorError } from './operator-error.ts';

/** The numbers that identify a car. */
export interface CarNumbers {
  readonly vin: string | null;
  readonly licensePlate: string | null;
}

/** Cars at the operator with the same VIN or folded plate; an empty list without either number. */
export async function readCarsWithNumbers(
  client: Pick<OperatorClient, 'pages'>,
  numbers: CarNumbers,
  signal: AbortSignal,
): Promise<Result<readonly Car[], OperatorError>> {
  const [first, ...others] = filtersOf(numbers);
  if (first === undefined) return ok([]);
  const filter = or(first, ...others);
  const found = await client.pages((page) => listCars({ ...page, filter }), { signal });
  return found.ok ? ok(found.value.filter((car) => haveSameNumber(car, numbers))) : found;
}

/** Unset, empty and blank numbers match no car. */
export function haveSameNumber(one: CarNumbers, other: CarNumbers): boolean {
  return (['vin', 'licensePlate'] as const).some((field) => {
    const folded = foldForSearch(one[field] ?? '');
    return folded !== '' && folded === foldForSearch(other[field] ?? '');
  });
}

/** A filter compares exact text, so a plate is queried with spaces, with dashes and without separators. */
function filtersOf({ vin, licensePlate }: CarNumbers): readonly Filter[] {
  const spellings = (text: string) => {
    const words = text.trim().split(/[\s-]+/);
    const upper = words.map((word) => word.toUpperCase());
    return new Set([text.trim(), upper.join(' '), upper.join('-'), upper.join('')]);
  };
  const asked = (field: string, text: string | null) =>
    foldForSearch(text ?? '') === '' ? [] : [...spellings(text ?? '')].map((value) => eq(field, value));
  return [...asked('vin', vin), ...asked('licensePlate', licensePlate)];
}
