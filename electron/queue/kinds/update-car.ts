import { z } from 'zod';
import { carId } from '../../../shared/ids.ts';
import { optionalText } from '../../../shared/operator/text.ts';
import { readCar, updateCar } from '../../operator/endpoints/cars.ts';
import type { CorrectableField } from '../corrections.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendAtOnce, sendable } from './kind.ts';
import { carLane } from './lanes.ts';

const text = z.string().nullable().exactOptional();
const fields = ['name', 'description', 'licensePlate', 'vin', 'brand', 'model'] as const;

const payload = z.object({
  car: carId,
  carLabel: z.string(),
  /** Only what changes; null empties a field. */
  patch: z.object({
    name: z.string().min(1).exactOptional(),
    description: text,
    licensePlate: text,
    vin: text,
    brand: text,
    model: text,
  }),
});

/** Only what the change touches can be corrected in it. */
function changedField(field: (typeof fields)[number]): CorrectableField<z.infer<typeof payload>> {
  return {
    field,
    form: field === 'name' ? 'text' : field === 'vin' ? 'vin' : 'optional-text',
    read: ({ patch }) => patch[field],
    write: (wanted, value) => ({ ...wanted, patch: { ...wanted.patch, [field]: value } }),
  };
}

/** Changes fields of a car. The same patch twice leaves the same car, so one that left no trace may be sent again. */
export const updateCarKind = defineKind({
  kind: 'update-car',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'answer', absenceIsGoal: false, conflictIsGoal: false, negativeReads: 1 },
  references: () => [],
  lane: ({ car }) => carLane(car),
  describe: ({ carLabel }) => ({ key: 'operations.update-car', params: { car: carLabel } }),
  correctable: fields.map(changedField),
  prepare: sendAtOnce,
  request: ({ car, patch }) => sendable(updateCar(car, patch)),
  reconcile: async ({ car, patch }, _bound, { client, signal }) => {
    const read = await client.call(readCar(car), { signal });
    if (!read.ok) return { found: 'nothing', error: read.error };
    // Unset, empty and blank are one; case counts, because it may be what was changed.
    const changed = fields.every((field) => {
      const wanted = patch[field];
      return wanted === undefined || optionalText.parse(wanted) === optionalText.parse(read.value[field]);
    });
    return changed ? { found: 'applied', bindings: {} } : { found: 'not-applied' };
  },
  echo: ({ car, patch }) => ({ of: 'car-changed', car, patch }),
});
