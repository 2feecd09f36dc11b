import { z } from 'zod';
import type { PlannedWork } from '../../../../shared/relay/jobs.ts';
import type { PlannedCar } from '../../../../shared/domain/batch.ts';
import { carFields, emptyCarFields } from '../../../components/car-form.ts';

/** The drafts of the car step: a search, or a new car's form. */
export const carDraft = z
  .object({ mode: z.enum(['search', 'create']), text: z.string() })
  .extend(carFields.shape);
export type CarDraft = z.infer<typeof carDraft>;

export const emptyCarDraft: CarDraft = { mode: 'search', text: '', ...emptyCarFields };

/** The form of a car that only the imported list knows, prefilled so that nothing is typed again. */
export function draftOfPlan({ licensePlate, vin, brand, model, name }: PlannedCar): CarDraft {
  return { mode: 'create', text: '', licensePlate, vin, brand, model, name };
}

/** The search for a planned car. A Box leaves only an existing car, so this draft never creates one. */
export const searchOfPlan = ({ licensePlate, vin, name }: PlannedWork['car']): CarDraft => ({
  ...emptyCarDraft,
  text: [licensePlate, vin, name].find((part) => part !== '') ?? '',
});

/**
 * Guesses the field for a search without results: a VIN (11 to 17 letters and digits without blanks, with both kinds),
 * a plate (up to 10 characters, with a digit and a letter), else a name. The typed text is then not typed again.
 */
export function guessTyped(typed: string): Partial<Pick<CarDraft, 'vin' | 'licensePlate' | 'name'>> {
  const text = typed.trim();
  const compact = text.replace(/[\s\-.·]/g, '');
  if (text === '') return {};
  const mixed = /\p{L}/u.test(compact) && /\d/.test(compact);
  if (/^[A-Z0-9]{11,17}$/i.test(compact) && mixed) return { vin: compact.toUpperCase() };
  if (/^[\p{L}\d]{2,10}$/u.test(compact) && mixed) return { licensePlate: text.toUpperCase() };
  return { name: text };
}
