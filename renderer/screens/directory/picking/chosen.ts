import { z } from 'zod';
import type { DirectoryCar, DirectoryProductView } from '../../../../shared/domain/directory.ts';

/** The object chosen for a form: the sent value, and its name. */
export interface Chosen<Id> {
  readonly id: Id;
  readonly label: string;
}

/** A choice as a half-typed form keeps it. */
export function chosenSchema<Id extends z.ZodType>(id: Id) {
  return z.object({ id, label: z.string() }).nullable();
}

/** The name of a car in a sentence: its plate, else its name. */
export function carLabel(car: Pick<DirectoryCar, 'licensePlate' | 'name'>): string {
  return car.licensePlate ?? car.name;
}

/** The name of a product in a sentence: its serial, else its unique id. */
export function productLabel({
  serialNumber,
  uniqueId,
}: Pick<DirectoryProductView, 'serialNumber' | 'uniqueId'>): string {
  return serialNumber === '' ? uniqueId : serialNumber;
}
