import { z } from 'zod';
import type { Sqlite } from '../../electron/db/open.ts';
import type { OperationRow } from '../../electron/db/tables/queue/operations.ts';
import { neverReached } from '../../shared/never.ts';
import { MINUTE } from '../../shared/time.ts';
import type { JournalEntry } from '../operator/journal.ts';

/** The operator's real effect of one request. */
export interface Effect {
  readonly entry: JournalEntry;
  /** The laptop that sent it. */
  readonly laptop: number;
  /** True time at which it was done, or accepted. */
  readonly at: number;
  /** The request as the journal has it and as an operation asks for it, in one spelling. */
  readonly key: string;
  /** For what is accepted first: how it ended. Null for all else, and while it has not ended. */
  readonly result: { readonly succeeded: boolean; readonly assignmentId: number | null } | null;
  /** The id of what it has made at once; null where it made nothing, or was only accepted. */
  readonly made: number | null;
  /** The results it was reported by; more than one where accesses went with a Box. */
  readonly reports: readonly Readonly<Record<string, unknown>>[];
  /** Its place among all effects, by the moment at which they took effect; null while it has not, or where it failed. */
  readonly place: number | null;
}

/** An access shorter than this is a test access, whose times are chosen when it leaves. */
const LONGEST_TEST_MS = 120 * MINUTE;

const text = z.string().catch('');
const anyRecord = z.record(z.string(), z.unknown());
const patchBody = z.array(z.object({ path: z.string(), value: z.unknown().optional() }));
const timesBody = z.object({
  carId: z.number(),
  userId: z.number(),
  start: z.string(),
  end: z.string().nullish(),
});

/** A write as the journal has it. */
export function keyOfEntry(
  { method, path, body }: Pick<JournalEntry, 'method' | 'path' | 'body'>,
  productOf: (serial: string) => number,
): string {
  const json: unknown = body === null || body === '' ? null : JSON.parse(body);
  const name = `${method} ${path}`;
  if (json === null) return name;
  if (name === 'PUT /assignments') {
    const { carId, userId, start, end } = timesBody.parse(json);
    return accessKey(
      carId,
      userId,
      Date.parse(start),
      end === null || end === undefined ? null : Date.parse(end),
    );
  }
  if (Array.isArray(json))
    return `${name} ${patchText(patchBody.parse(json).map(({ path: at, value }) => [at, value]))}`;
  const fields = anyRecord.parse(json);
  if (path === '/installations') {
    const product = fields['productId'] ?? productOf(text.parse(fields['serialNumber']));
    return `${name} ${fieldsText({ carId: fields['carId'], productId: product })}`;
  }
  if (path === '/events') {
    const { carId, userId, type, utcDateTime } = fields;
    return `${name} ${fieldsText({ carId, userId, type, at: Date.parse(text.parse(utcDateTime)) })}`;
  }
  return `${name} ${fieldsText(fields)}`;
}

/** The results of a queue's operations, looked up one by one. */
export function boundIn(sqlite: Sqlite): (operation: string, field: string) => number | undefined {
  const value = sqlite
    .prepare<[string, string], number>('SELECT value FROM binding WHERE operation_id = ? AND field = ?')
    .pluck();
  return (operation, field) => value.get(operation, field);
}

const id = z.number();
const reference = z.object({ op: z.string(), field: z.string() });
const target = z.union([id, reference]);

/**
 * The expected effect of an operation, in the journal's spelling; derived from the order alone.
 * Null while an id that another operation brings is not known.
 */
export function keyOfOperation(
  row: Pick<OperationRow, 'kind' | 'payload'>,
  bound: (operation: string, field: string) => number | undefined,
  productOf: (serial: string) => number,
): string | null {
  const payload: unknown = JSON.parse(row.payload);
  const ask = anyRecord.parse(payload);
  const idOf = (field: string): number | null => {
    const value = target.parse(ask[field]);
    return typeof value === 'number' ? value : (bound(value.op, value.field) ?? null);
  };
  const inGroup = (members: string, field: string, from: string): string | null => {
    const group = idOf('group');
    const member = idOf(from);
    return group === null || member === null
      ? null
      : `PUT /groups/${group}/${members} ${fieldsText({ [field]: member })}`;
  };
  switch (row.kind) {
    case 'create-car': {
      const { name, description = null, vin, licensePlate, brand, model } = ask;
      return `PUT /cars ${fieldsText({ name, description, vin, licensePlate, brand, model })}`;
    }
    case 'update-car':
      return `PATCH /cars/${idOf('car')} ${patchText(Object.entries(anyRecord.parse(ask['patch'])).map(([field, value]) => [`/${field}`, value]))}`;
    case 'install':
    case 'uninstall': {
      const car = idOf('car');
      const product = ask['productId'] ?? productOf(text.parse(ask['serialNumber']));
      const method = row.kind === 'install' ? 'PUT' : 'DELETE';
      return car === null
        ? null
        : `${method} /installations ${fieldsText({ carId: car, productId: product })}`;
    }
    case 'create-group':
      return `PUT /groups ${fieldsText({ name: ask['name'] })}`;
    case 'rename-group':
      return `PATCH /groups/${idOf('group')} ${patchText([['/name', ask['name']]])}`;
    case 'delete-group':
      return `DELETE /groups/${idOf('group')}`;
    case 'add-car-to-group':
      return inGroup('cars', 'carId', 'car');
    case 'add-user-to-group':
      return inGroup('users', 'userId', 'user');
    case 'add-product-to-group':
      return inGroup('products', 'productId', 'product');
    case 'remove-service-from-group':
      return `DELETE /groups/${idOf('group')}/services/${idOf('service')}`;
    case 'create-assignment': {
      const car = idOf('car');
      const period = anyRecord.parse(ask['period']);
      if (car === null) return null;
      const user = id.parse(ask['userId']);
      return period['from'] === 'sending'
        ? testAccessKey(car, user, id.parse(period['minutes']) * MINUTE)
        : accessKey(car, user, id.parse(period['start']), id.nullable().parse(period['end']));
    }
    case 'update-assignment': {
      const patch = Object.entries(anyRecord.parse(ask['patch']));
      const written = patch.map(([field, value]): [string, unknown] => [
        `/${field}`,
        typeof value === 'number' ? isoText(value) : value,
      ]);
      return `PATCH /assignments/${idOf('assignment')} ${patchText(written)}`;
    }
    case 'delete-assignment': {
      const assignment = idOf('assignment');
      return assignment === null ? null : `DELETE /assignments/${assignment}`;
    }
    case 'remove-user-from-customer':
      return `DELETE /users/assignments/customers ${fieldsText({ userId: idOf('user') })}`;
    case 'remove-user-by-address':
      return `DELETE /users/assignments/customers ${fieldsText({ emailAddress: ask['emailAddress'] })}`;
    case 'create-event': {
      const { type, at } = ask;
      const car = idOf('car');
      return car === null
        ? null
        : `PUT /events ${fieldsText({ carId: car, userId: ask['userId'], type, at })}`;
    }
    default:
      return neverReached(row.kind);
  }
}

function accessKey(car: number, user: number, start: number, end: number | null): string {
  if (end !== null && end - start <= LONGEST_TEST_MS) return testAccessKey(car, user, end - start);
  return `access to ${car} for ${user} from ${isoText(start)} to ${end === null ? 'ever' : isoText(end)}`;
}

function testAccessKey(car: number, user: number, lengthMs: number): string {
  return `test access to ${car} for ${user} of ${lengthMs / MINUTE} minutes`;
}

function fieldsText(fields: Readonly<Record<string, unknown>>): string {
  const reported = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return JSON.stringify(reported.sort(([left], [right]) => left.localeCompare(right)));
}

function patchText(operations: readonly (readonly [string, unknown])[]): string {
  const written = operations.map(([path, value]): [string, unknown] => [
    path,
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
      ? isoText(Date.parse(value))
      : (value ?? null),
  ]);
  return JSON.stringify(written.sort(([left], [right]) => left.localeCompare(right)));
}

function isoText(at: number): string {
  return new Date(at).toISOString();
}
