import { z } from 'zod';
import type { DirectoryCar, DirectoryProductView } from '../../../../shared/domain/directory.ts';

/** Somebody or something chosen for a form: what is sent, and how it is called. */
export interface Chosen<Id> {
  readonly id: Id;
  readonly label: string;
}

/** A choice as a half-typed form keeps it. */
export function chosenSchema<Id extends z.ZodType>(id: Id) {
  return z.object({ id, label: z.string() }).nullable();
}

/** What a car is called in a sentence: its plate, else its name. */
export function carLabel(car: Pick<DirectoryCar, 'licensePlate' | 'name'>): string {
  return car.licensePlate ?? car.name;
}

/** What a product is called in a sentence: its serial, else its unique id. */
export function productLabel({
  serialNumber,
  uniqueId,
}: Pick<DirectoryProductView, 'serialNumber' | 'uniqueId'>): string {
  return serialNumber === '' ? uniqueId : serialNumber;
}
