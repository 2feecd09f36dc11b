import { z } from 'zod';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import { neverReached } from '../../../shared/never.ts';
import { MINUTE } from '../../../shared/time.ts';
import type { OperatorState } from '../../operator/state.ts';
import { customer } from '../fleet.ts';

/** Does this state of the operator have what an operation asks for? */
export type Goal = (state: OperatorState) => boolean;

const id = z.number();
const target = z.union([id, z.object({ op: z.string(), field: z.string() })]);
const text = z.string().nullish();
const words = z.record(z.string(), z.unknown());
const times = z.object({ start: id.nullish(), end: id.nullish() });
const period = z.discriminatedUnion('from', [
  z.object({ from: z.literal('fixed'), start: id, end: id.nullable() }),
  z.object({ from: z.literal('sending'), minutes: id }),
]);

/** The goal of an operation, from its order alone; null while an id that it needs is not known. */
export function goalOf(
  row: Pick<OperationRow, 'id' | 'kind' | 'payload'>,
  bound: (operation: string, field: string) => number | undefined,
  productOf: (serial: string) => number,
): Goal | null {
  const ask = words.parse(JSON.parse(row.payload));
  const idOf = (field: string): number | undefined => {
    const value = target.parse(ask[field]);
    return typeof value === 'number' ? value : bound(value.op, value.field);
  };
  const own = bound(row.id, 'id');
  switch (row.kind) {
    case 'create-car':
      return ({ cars }) => {
        const car = own === undefined ? undefined : cars.get(own);
        return (
          car !== undefined &&
          sameText(words.parse(car), ask, ['name', 'licensePlate', 'vin', 'brand', 'model'])
        );
      };
    case 'update-car': {
      const car = idOf('car');
      const patch = words.parse(ask['patch']);
      return ({ cars }) => sameText(words.parse(cars.get(car ?? 0) ?? {}), patch, Object.keys(patch));
    }
    case 'install':
    case 'uninstall': {
      const car = idOf('car');
      if (car === undefined) return null;
      const product = id.parse(ask['productId'] ?? productOf(z.string().parse(ask['serialNumber'])));
      const wanted = row.kind === 'install';
      return ({ products }) => (products.get(product)?.carId === car) === wanted;
    }
    case 'create-group':
      return ({ groups }) => own !== undefined && groups.get(own)?.name === ask['name'];
    case 'rename-group': {
      const group = idOf('group');
      return ({ groups }) => groups.get(group ?? 0)?.name === ask['name'];
    }
    case 'delete-group': {
      const group = idOf('group');
      return ({ groups }) => !groups.has(group ?? 0);
    }
    case 'add-car-to-group':
    case 'add-user-to-group':
    case 'add-product-to-group': {
      const [field, members] = membersOf[row.kind];
      const [group, member] = [idOf('group'), idOf(field)];
      if (group === undefined || member === undefined) return null;
      return ({ groups }) => groups.get(group)?.[members].has(member) === true;
    }
    case 'remove-service-from-group': {
      const [group, service] = [idOf('group'), idOf('service')];
      return ({ groups }) => groups.get(group ?? 0)?.serviceIds.has(service ?? 0) !== true;
    }
    case 'create-assignment': {
      const car = idOf('car');
      const user = id.parse(ask['userId']);
      const asked = period.parse(ask['period']);
      return ({ assignments }) => {
        const access = own === undefined ? undefined : assignments.get(own);
        if (access === undefined || access.carId !== car || access.userId !== user) return false;
        const [start, end] = [Date.parse(access.start), access.end === null ? null : Date.parse(access.end)];
        return asked.from === 'sending'
          ? end !== null && end - start === asked.minutes * MINUTE
          : start === asked.start && end === asked.end;
      };
    }
    case 'update-assignment': {
      const access = idOf('assignment');
      const { start, end } = times.parse(ask['patch']);
      return ({ assignments }) => {
        const found = assignments.get(access ?? 0);
        if (found === undefined) return false;
        if (start !== undefined && start !== null && Date.parse(found.start) !== start) return false;
        return end === undefined || (found.end === null ? null : Date.parse(found.end)) === end;
      };
    }
    case 'delete-assignment': {
      const [access, car, user] = [idOf('assignment'), idOf('car'), id.optional().parse(ask['userId'])];
      if (access === undefined) return null;
      // An access of another car or user that has the number says that the one meant has ended.
      return ({ assignments }) => {
        const found = assignments.get(access);
        if (found === undefined) return true;
        return (car !== undefined && found.carId !== car) || (user !== undefined && found.userId !== user);
      };
    }
    case 'remove-user-from-customer': {
      const user = idOf('user');
      return ({ users }) => users.get(user ?? 0)?.customerIds.has(customer) !== true;
    }
    case 'remove-user-by-address': {
      const address = ask['emailAddress'];
      return ({ users }) =>
        [...users.values()].every(
          ({ emailAddress, customerIds }) => emailAddress !== address || !customerIds.has(customer),
        );
    }
    case 'create-event': {
      const car = idOf('car');
      return ({ events }) =>
        [...events.values()].some(
          ({ carId, userId, type, utcDateTime }) =>
            carId === car &&
            userId === ask['userId'] &&
            type === ask['type'] &&
            Date.parse(utcDateTime) === ask['at'],
        );
    }
    default:
      return neverReached(row.kind);
  }
}

const membersOf = {
  'add-car-to-group': ['car', 'carIds'],
  'add-user-to-group': ['user', 'userIds'],
  'add-product-to-group': ['product', 'productIds'],
} as const;

/** Unset and empty are one, as the operator stores them. */
function sameText(
  found: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): boolean {
  return fields.every((field) => (text.parse(found[field]) ?? '') === (text.parse(wanted[field]) ?? ''));
}
