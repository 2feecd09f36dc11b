import type { CarId } from '../../../../shared/ids.ts';
import { makeProblem, type Problem } from '../../../../shared/problem.ts';
import { readCar } from '../../../operator/endpoints/cars.ts';
import type { Reading } from './kind.ts';

/** Names the car where the operator does not know it; null = it does, or it does not say. */
export async function unknownCar(
  car: CarId,
  label: string,
  { client, signal }: Pick<Reading, 'client' | 'signal'>,
): Promise<Problem | null> {
  const read = await client.call(readCar(car), { signal });
  return !read.ok && read.error.code === 'not-found' ? makeProblem('car-unknown', { car: label }) : null;
}
