import { z } from 'zod';
import type { CorrectionForm } from '../../../../shared/domain/operation-commands.ts';
import { carId } from '../../../../shared/ids.ts';
import { makeProblem } from '../../../../shared/problem.ts';
import { ok } from '../../../../shared/result.ts';
import { optionalText } from '../../../../shared/operator/resources.ts';
import { readCar, updateCar } from '../../../operator/endpoints/cars.ts';
import { type CorrectableField, defineKind } from './define-kind.ts';
import { findingOfChange, prepareChange } from './shared-findings.ts';
import { type Finding, type Reading, sendable } from './kind.ts';
import { carLane } from './references.ts';

const text = z.string().nullable().exactOptional();
const fields = ['name', 'description', 'licensePlate', 'vin', 'brand', 'model'] as const;

const payload = z.object({
  car: carId,
  carLabel: z.string(),
  /** Changed fields only; null empties a field. */
  patch: z.object({
    name: z.string().min(1).exactOptional(),
    description: text,
    licensePlate: text,
    vin: text,
    brand: text,
    model: text,
  }),
});

/** The car's changed fields before the first sending; null = not known. */
const context = z.object({ before: z.record(z.enum(fields), z.string().nullable()).nullable() }).nullable();

/**
 * Normalised as the operator stores text: unset, empty and blank are one value; case counts, because it may be the
 * change.
 */
const storedText = (text: string | null | undefined): string | null => optionalText.parse(text) ?? null;

const forms = {
  name: 'text',
  description: 'long-text',
  licensePlate: 'optional-text',
  vin: 'vin',
  brand: 'optional-text',
  model: 'optional-text',
} as const satisfies Readonly<Record<(typeof fields)[number], CorrectionForm>>;

/** Only changed fields can be corrected. */
function changedField(field: (typeof fields)[number]): CorrectableField<z.infer<typeof payload>> {
  return {
    field,
    form: forms[field],
    read: ({ patch }) => patch[field],
    write: (wanted, value) => ({ ...wanted, patch: { ...wanted.patch, [field]: value } }),
  };
}

/** Changes fields of a car. The patch is idempotent, so one that left no trace may be sent again. */
export const updateCarKind = defineKind({
  kind: 'update-car',
  version: 1,
  payload,
  context,
  traits: { endsBy: 'answer', isDoneWhenAbsent: false, isDoneOnConflict: false, negativeReads: 1 },
  references: () => [],
  lane: ({ car }) => carLane(car),
  describe: ({ carLabel }) => ({ key: 'operations.update-car', params: { car: carLabel } }),
  correctable: fields.map(changedField),
  prepare: (wanted, _bound, reading, before) =>
    prepareChange(before, {
      notOffered: reading.notOffered,
      wasAbsent: reading.wasAbsent,
      read: async () => {
        const read = await reading.client.call(readCar(wanted.car), { signal: reading.signal });
        if (!read.ok) return read;
        const { name, description, licensePlate, vin, brand, model } = read.value;
        return ok({
          name: storedText(name),
          description: storedText(description),
          licensePlate: storedText(licensePlate),
          vin: storedText(vin),
          brand: storedText(brand),
          model: storedText(model),
        });
      },
      probe: () => probe(wanted, reading, before),
    }),
  request: ({ car, patch }) => sendable(updateCar(car, patch)),
  reconcile: (wanted, _bound, reading, kept) => probe(wanted, reading, kept),
  cacheUpdate: ({ car, patch }) => ({ of: 'car-changed', car, patch }),
});

/** Compares the operator's present state with the requested one and the one before the first sending. */
async function probe(
  { car, patch }: z.infer<typeof payload>,
  { client, signal }: Reading,
  kept: z.infer<typeof context>,
): Promise<Finding> {
  const read = await client.call(readCar(car), { signal });
  if (!read.ok) return { found: 'nothing', error: read.error };
  const values = fields.flatMap((field) => {
    const asked = patch[field];
    if (asked === undefined) return [];
    return [{ asked: storedText(asked), before: kept?.before?.[field], now: storedText(read.value[field]) }];
  });
  return findingOfChange(values, ({ asked, now }) =>
    makeProblem('changed-meanwhile', { asked: asked ?? '–', now: now ?? '–' }),
  );
}
