import { z } from 'zod';
import { foldForSearch } from '../../../../shared/domain/serial.ts';
import { type CarId, carId, operationId } from '../../../../shared/ids.ts';
import type { Car } from '../../../../shared/operator/resources.ts';
import { makeProblem } from '../../../../shared/problem.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { createCar, listCars } from '../../../operator/endpoints/cars.ts';
import { and, eq, type Filter, or } from '../../../operator/request.ts';
import type { OperatorError } from '../../../operator/operator-error.ts';
import type { OperatorClient } from '../../../operator/client.ts';
import { textField, defineKind } from './define-kind.ts';
import { type Finding, type Reading, sendable } from './kind.ts';
import { newCarLane } from './references.ts';

const payload = z.object({
  /** Its own id: the lane's name while the car does not exist yet. */
  self: operationId,
  name: z.string().min(1),
  vin: z.string().nullable(),
  licensePlate: z.string().nullable(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
  description: z.string().nullable().exactOptional(),
});
type Payload = z.infer<typeof payload>;

/** The fields that identify a car. */
const identifying = ['name', 'vin', 'licensePlate', 'brand', 'model'] as const;

/** Cars with equal fields before the first sending: those are not ours. */
const context = z.object({ knownBefore: z.array(carId) });

/** A car requested offline or just now; afterwards it is recognised by the sent fields. */
export const createCarKind = defineKind({
  kind: 'create-car',
  version: 1,
  payload,
  context,
  traits: {
    endsBy: 'answer',
    isDoneWhenAbsent: false,
    isDoneOnConflict: false,
    negativeReads: 2,
    distinct: true,
  },
  references: () => [],
  lane: ({ self }) => newCarLane(self),
  dedupeKey: (car) => identifying.map((field) => foldForSearch(car[field] ?? '')).join('\n'),
  describe: (car) => ({ key: 'operations.create-car', params: { car: car.licensePlate ?? car.name } }),
  correctable: [
    textField('licensePlate', 'optional-text'),
    textField('vin', 'vin'),
    textField('name', 'text'),
    textField('brand', 'optional-text'),
    textField('model', 'optional-text'),
  ],
  prepare: async (car, _bound, reading, before) => {
    if (before === null) {
      const existing = await existingCar(car, reading);
      if (!existing.ok) return { go: 'later', error: existing.error };
      if (existing.value !== null) {
        return { go: 'refused', problem: carExists(existing.value), found: existing.value.id };
      }
      const matching = await carsLike(car, reading);
      if (!matching.ok) return { go: 'later', error: matching.error };
      // A list that misses a row or is stale hides an earlier car; the local cache holds rows of earlier reads.
      const copies = reading.carsNamed(car.name).filter((copy) => same(copy, car));
      const older = new Set([...matching.value, ...copies].map(({ id }) => id));
      return { go: 'send', context: { knownBefore: [...older] } };
    }
    // An earlier request may have been applied after all: that car is ours and not a pre-existing one.
    const finding = await freshCar(car, reading, before.knownBefore);
    switch (finding.found) {
      case 'not-applied':
        return finding.mayBe === undefined
          ? { go: 'send', context: before }
          : { go: 'refused', problem: finding.mayBe };
      case 'applied':
        return { go: 'already', bindings: finding.bindings };
      case 'contradiction':
        return { go: 'refused', problem: finding.problem };
      case 'nothing':
        return { go: 'later', error: finding.error };
    }
  },
  candidates: async (car, _bound, reading) => {
    const matching = await carsLike(car, reading);
    if (!matching.ok) return matching;
    const existing = await readCarsWithNumbers(reading.client, car, reading.signal);
    if (!existing.ok) return existing;
    const alike = new Map([...matching.value, ...existing.value].map((found) => [found.id, found]));
    return ok(
      [...alike.values()].map((found) => ({
        id: found.id,
        label: found.licensePlate ?? found.name,
        facts: [found.name, found.vin, found.brand, found.model].filter(
          (fact): fact is string => fact !== null && fact !== '',
        ),
        start: null,
        end: null,
      })),
    );
  },
  // An equal car counts as ours whatever its origin: a second one would be worse.
  unprepared: () => ({ knownBefore: [] }),
  request: (car) =>
    sendable(
      createCar({
        name: car.name,
        vin: car.vin,
        licensePlate: car.licensePlate,
        brand: car.brand,
        model: car.model,
        description: car.description ?? null,
      }),
      ({ id }) => ({ id }),
    ),
  reconcile: (car, _bound, reading, { knownBefore }) => freshCar(car, reading, knownBefore),
  cacheUpdate: ({ self: _self, ...car }, _bound, bindings) => {
    const id = carId.safeParse(bindings['id']);
    return id.success
      ? { of: 'car', car: { ...car, id: id.data, description: car.description ?? null } }
      : null;
  },
});

/** A car with this VIN or plate that no order of ours created; null = none. */
async function existingCar(car: Payload, reading: Reading): Promise<Result<Car | null, OperatorError>> {
  const existing = await readCarsWithNumbers(reading.client, car, reading.signal);
  if (!existing.ok) return existing;
  const others = existing.value.filter(({ id }) => !reading.isTaken(id));
  return ok(others[0] ?? null);
}

/** The problem that the operator already has this car. */
export function carExists({ id, name, licensePlate }: Pick<Car, 'id' | 'name' | 'licensePlate'>) {
  return makeProblem('car-exists', { car: licensePlate ?? name, carId: id });
}

/**
 * The one car with equal fields that did not exist before the first sending and that no other order of ours created.
 */
async function freshCar(
  car: Payload,
  reading: Reading,
  knownBefore: readonly CarId[],
): Promise<Exclude<Finding, { found: 'undecidable' | 'gone' | 'absent' }>> {
  const matching = await carsLike(car, reading);
  if (!matching.ok) return { found: 'nothing', error: matching.error };
  const fresh = matching.value.filter(({ id }) => !knownBefore.includes(id) && !reading.isTaken(id));
  const [only, second] = fresh;
  if (only === undefined) {
    // The operator may spell our car's brand differently, so a car with its VIN or plate blocks a resend. It may also
    // be an earlier one that the pre-send check missed.
    const existing = await existingCar(car, reading);
    if (!existing.ok) return { found: 'nothing', error: existing.error };
    return {
      found: 'not-applied',
      ...(existing.value === null ? {} : { mayBe: carExists(existing.value) }),
    };
  }
  if (second === undefined) return { found: 'applied', bindings: { id: only.id } };
  const params = { car: car.licensePlate ?? car.name, count: fresh.length };
  return { found: 'contradiction', problem: makeProblem('several-cars-match', params) };
}

/** Cars whose fields all equal the sent ones. The filter narrows by name; the other fields are compared here. */
async function carsLike(wanted: Payload, reading: Reading): Promise<Result<readonly Car[], OperatorError>> {
  const filter =
    wanted.vin === null ? eq('name', wanted.name) : and(eq('name', wanted.name), eq('vin', wanted.vin));
  const found = await reading.client.pages((page) => listCars({ ...page, filter }), {
    signal: reading.signal,
  });
  if (!found.ok) return err(found.error);
  return ok(found.value.filter((car) => same(car, wanted)));
}

/**
 * Equal as the operator stores it: unset, empty and blank are one value, and text is compared without case or spacing.
 */
function same(car: Pick<Car, (typeof identifying)[number]>, wanted: Payload): boolean {
  return identifying.every((field) => foldForSearch(car[field] ?? '') === foldForSearch(wanted[field] ?? ''));
}

/** The numbers that identify a car. */
export interface CarNumbers {
  readonly vin: string | null;
  readonly licensePlate: string | null;
}

/** Cars at the operator with the same VIN or folded plate; an empty list without either number. */
export async function readCarsWithNumbers(
  client: Pick<OperatorClient, 'pages'>,
  numbers: CarNumbers,
  signal: AbortSignal,
): Promise<Result<readonly Car[], OperatorError>> {
  const [first, ...others] = filtersOf(numbers);
  if (first === undefined) return ok([]);
  const filter = or(first, ...others);
  const found = await client.pages((page) => listCars({ ...page, filter }), { signal });
  return found.ok ? ok(found.value.filter((car) => haveSameNumber(car, numbers))) : found;
}

/** Unset, empty and blank numbers match no car. */
function haveSameNumber(one: CarNumbers, other: CarNumbers): boolean {
  return (['vin', 'licensePlate'] as const).some((field) => {
    const folded = foldForSearch(one[field] ?? '');
    return folded !== '' && folded === foldForSearch(other[field] ?? '');
  });
}

/** A filter compares exact text, so a plate is queried with spaces, with dashes and without separators. */
function filtersOf({ vin, licensePlate }: CarNumbers): readonly Filter[] {
  const spellings = (text: string) => {
    const words = text.trim().split(/[\s-]+/);
    const upper = words.map((word) => word.toUpperCase());
    return new Set([text.trim(), upper.join(' '), upper.join('-'), upper.join('')]);
  };
  const asked = (field: string, text: string | null) =>
    foldForSearch(text ?? '') === '' ? [] : [...spellings(text ?? '')].map((value) => eq(field, value));
  return [...asked('vin', vin), ...asked('licensePlate', licensePlate)];
}
