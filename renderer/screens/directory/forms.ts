import { z } from 'zod';
import { carFields, emptyCarFields } from '../../components/car-form.ts';
import type { DirectoryCarDetails, DirectoryGroup } from '../../../shared/domain/directory.ts';

/** The fields of a car that the Directory can change. */
export const carFormSchema = carFields.extend({ description: z.string() }).readonly();
export type CarForm = z.infer<typeof carFormSchema>;

export const emptyCarForm: CarForm = { ...emptyCarFields, description: '' };

const changeable = ['licensePlate', 'vin', 'brand', 'model', 'name', 'description'] as const;

/** The initial form for a car. */
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

/** The changed fields of a car: only fields that differ; an emptied one becomes null. */
interface CarPatch {
  name?: string;
  licensePlate?: string | null;
  vin?: string | null;
  brand?: string | null;
  model?: string | null;
  description?: string | null;
}

/** The changed fields, trimmed. Blanks in an empty field are not a change. */
export function patchOf(car: DirectoryCarDetails, form: CarForm): CarPatch {
  const before = carForm(car);
  const patch: CarPatch = {};
  for (const field of changeable) {
    const value = form[field].trim();
    if (value === before[field].trim()) continue;
    if (field === 'name') patch.name = value;
    else patch[field] = value === '' ? null : value;
  }
  return patch;
}

/**
 * The fault of a group name: empty, the present name, or the name of another group (the operator answers 409 to a
 * second one).
 */
type GroupNameFault = 'missing' | 'unchanged' | 'taken';

/**
 * Checks a typed name. `alike` are the groups of this laptop that the name finds; `before` is the group's present name.
 */
export function groupNameFault(
  typed: string,
  before: string,
  alike: readonly Pick<DirectoryGroup, 'name'>[],
): GroupNameFault | null {
  const name = typed.trim();
  if (name === '') return 'missing';
  if (name === before.trim()) return 'unchanged';
  return alike.some((group) => group.name.trim() === name) ? 'taken' : null;
}
