import { z } from 'zod';
import type { DirectoryCarDetails } from '../../../../shared/domain/directory.ts';

/** A car's fields as a form holds them. */
export const carFormSchema = z
  .object({
    name: z.string(),
    licensePlate: z.string(),
    vin: z.string(),
    brand: z.string(),
    model: z.string(),
    description: z.string(),
  })
  .readonly();
export type CarForm = z.infer<typeof carFormSchema>;

export const emptyCarForm: CarForm = {
  name: '',
  licensePlate: '',
  vin: '',
  brand: '',
  model: '',
  description: '',
};

/** The fields in the order they are typed in. */
export const carFields = ['licensePlate', 'vin', 'brand', 'model', 'name', 'description'] as const;

/** A car as its form begins. */
export function carForm(car: DirectoryCarDetails): CarForm {
  return {
    name: car.name,
    licensePlate: car.licensePlate ?? '',
    vin: car.vin ?? '',
    brand: car.brand ?? '',
    model: car.model ?? '',
    description: car.description ?? '',
  };
}

/** The name of a car without a given one: its plate, else its VIN. */
export function nameOf(form: CarForm): string {
  return (
    [form.name, form.licensePlate, form.vin].map((part) => part.trim()).find((part) => part !== '') ?? ''
  );
}

/** The changed fields of a car: only fields that differ; an emptied one becomes null. */
export interface CarPatch {
  name?: string;
  licensePlate?: string | null;
  vin?: string | null;
  brand?: string | null;
  model?: string | null;
  description?: string | null;
}

/** The changed fields, blanks at the ends taken off. Blanks alone are no change of an empty field. */
export function patchOf(car: DirectoryCarDetails, form: CarForm): CarPatch {
  const before = carForm(car);
  const patch: CarPatch = {};
  for (const field of carFields) {
    const value = form[field].trim();
    if (value === before[field].trim()) continue;
    if (field === 'name') patch.name = value;
    else patch[field] = value === '' ? null : value;
  }
  return patch;
}
