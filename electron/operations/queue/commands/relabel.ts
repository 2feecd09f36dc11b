import { z } from 'zod';
import type { OperationRow } from '../../../db/tables/queue/operations.ts';
import { isReference } from '../reference.ts';

const fieldsOf = z.record(z.string(), z.unknown());
const newCar = z.object({ licensePlate: z.string().nullable(), name: z.string() });
const newGroup = z.object({ name: z.string() });

/** Puts into a payload how what `source` makes is called now, where it refers to it. */
export function relabelled(source: OperationRow): (payload: unknown) => unknown {
  const made: unknown = JSON.parse(source.payload);
  const car = newCar.safeParse(made);
  const group = newGroup.safeParse(made);
  return (payload) => {
    const fields = fieldsOf.safeParse(payload);
    if (!fields.success) return payload;
    const refersBy = (field: string) => {
      const value = fields.data[field];
      return isReference(value) && value.op === source.id;
    };
    if (source.kind === 'create-car' && car.success && refersBy('car')) {
      return { ...fields.data, carLabel: car.data.licensePlate ?? car.data.name };
    }
    if (source.kind === 'create-group' && group.success && refersBy('group')) {
      return { ...fields.data, groupName: group.data.name };
    }
    return payload;
  };
}
