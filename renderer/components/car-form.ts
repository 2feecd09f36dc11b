import { z } from 'zod';

/** The fields that identify a car, as form fields: '' = empty. */
export const carFields = z.object({
  licensePlate: z.string(),
  vin: z.string(),
  brand: z.string(),
  model: z.string(),
  name: z.string(),
});
export type CarFieldTexts = z.infer<typeof carFields>;

export const emptyCarFields: CarFieldTexts = { licensePlate: '', vin: '', brand: '', model: '', name: '' };

/** The name of a car: its own name, else its plate, else its VIN. Empty when the car has none of them. */
export function nameOf({
  name,
  licensePlate,
  vin,
}: Pick<CarFieldTexts, 'name' | 'licensePlate' | 'vin'>): string {
  return [name, licensePlate, vin].map((part) => part.trim()).find((part) => part !== '') ?? '';
}
