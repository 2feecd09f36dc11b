import { describe, expect, it } from 'vitest';
import { createCarKind } from '../../../electron/operations/queue/kinds/create-car.ts';
import type { Reading } from '../../../electron/operations/queue/kinds/kind.ts';
import { updateCarKind } from '../../../electron/operations/queue/kinds/update-car.ts';
import { directoryCar } from '../../../shared/domain/directory.ts';
import { carId } from '../../../shared/ids.ts';
import { readJson } from '../../../shared/parsing.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { loaded, making, scriptedOperator, unbound } from './scripted-operator.ts';

const LIST = 'GET /cars';

describe('making a car', () => {
  type Payload = Parameters<typeof createCarKind.store>[0];
  const fields = { name: 'Van', vin: null, licensePlate: 'M XY 1', brand: 'Ford', model: null };
  const payload = { self: making, ...fields };
  const order = (changes: Partial<Payload> = {}) => loaded(createCarKind, { ...payload, ...changes });
  const row = (id: number, changes: object = {}) => ({ id, ...fields, description: null, ...changes });
  const exists = (car: string, id: number) => makeProblem('car-exists', { car, carId: id });
  const reading = (rows: number | readonly object[], known: Partial<Reading> = {}) =>
    scriptedOperator({ [LIST]: rows }).reading(known);

  it('sends its fields, and brings its number', async () => {
    const operator = scriptedOperator({ 'PUT /cars': { id: 20 } });
    const context = { knownBefore: [] };
    expect(await operator.send(order(), context)).toEqual({ ok: true, value: { id: 20 } });
    await operator.send(order({ vin: 'V1', model: 'Transit', description: 'blue' }), context);
    expect(operator.arrived.map(({ body }) => body)).toEqual([
      { name: 'Van', licensePlate: 'M XY 1', brand: 'Ford' },
      {
        name: 'Van',
        licensePlate: 'M XY 1',
        brand: 'Ford',
        vin: 'V1',
        model: 'Transit',
        description: 'blue',
      },
    ]);
  });

  it('is named by its plate, else by its name', () => {
    expect(order().describe()).toEqual({ key: 'operations.create-car', params: { car: 'M XY 1' } });
    expect(order({ licensePlate: null }).describe().params).toEqual({ car: 'Van' });
  });

  it('has a lane of its own, and the key of its folded fields', () => {
    const stored = createCarKind.store(payload);
    expect(stored).toMatchObject({ lane: `new-car:${making}`, dedupeKey: 'VAN\n\nMXY1\nF0RD\n' });
    expect(createCarKind.store({ ...payload, name: ' van', vin: '', model: '-' }).dedupeKey).toBe(
      stored.dedupeKey,
    );
    expect(createCarKind.store({ ...payload, model: 'Transit' }).dedupeKey).not.toBe(stored.dedupeKey);
  });

  it('can be corrected in its identifying fields', () => {
    expect(order().corrections()).toEqual([
      { field: 'licensePlate', form: 'optional-text', value: 'M XY 1' },
      { field: 'vin', form: 'vin', value: null },
      { field: 'name', form: 'text', value: 'Van' },
      { field: 'brand', form: 'optional-text', value: 'Ford' },
      { field: 'model', form: 'optional-text', value: null },
    ]);
    const corrected = order().corrected({ licensePlate: null, model: 'Transit' });
    expect(corrected.ok && readJson(corrected.value.payload)).toEqual({
      ...payload,
      licensePlate: null,
      model: 'Transit',
    });
  });

  it('gives the local copy the car, once its number is known', () => {
    expect(order().cacheUpdate(unbound, { id: 20 })).toEqual({ of: 'car', car: row(20) });
    expect(order({ description: 'blue' }).cacheUpdate(unbound, { id: 20 })).toEqual({
      of: 'car',
      car: row(20, { description: 'blue' }),
    });
    expect(order().cacheUpdate(unbound, {})).toBeNull();
    expect(order().unprepared()).toBe('{"knownBefore":[]}');
  });

  describe('before the first sending', () => {
    const first = (
      rows: number | readonly object[],
      known: Partial<Reading> = {},
      changes: Partial<Payload> = {},
    ) => order(changes).prepare(unbound, reading(rows, known), null);

    it('refuses a car whose plate the operator has, by its plate or name', async () => {
      const [plate, vin] = [
        row(8, { name: 'Other', licensePlate: 'M-XY1' }),
        row(9, { name: 'Other', vin: 'V1', licensePlate: null }),
      ];
      expect(await first([plate])).toEqual({ go: 'refused', problem: exists('M-XY1', 8), found: 8 });
      expect(await first([vin], {}, { vin: 'V1', licensePlate: null })).toEqual({
        go: 'refused',
        problem: exists('Other', 9),
        found: 9,
      });
    });

    it('goes where that car is one of ours', async () => {
      const isTaken = (id: number) => id === 8;
      expect(await first([row(8)], { isTaken })).toEqual({ go: 'send', context: '{"knownBefore":[8]}' });
      expect(await first([row(8), row(9)], { isTaken })).toMatchObject({ go: 'refused', found: 9 });
    });

    it('keeps the cars that look the same, local copies too', async () => {
      const plain = { licensePlate: null };
      const copy = (id: number, changes: object = {}) =>
        directoryCar.parse({ ...row(id, plain), ...changes });
      const asked: string[] = [];
      const carsNamed = (name: string) => {
        asked.push(name);
        return [copy(8), copy(7), copy(6, { brand: 'Opel' })];
      };
      const rows = [
        row(8, plain),
        row(9, { ...plain, name: 'VAN', vin: '' }),
        row(10, { ...plain, model: 'Transit' }),
      ];
      expect(await first(rows, { carsNamed }, plain)).toEqual({
        go: 'send',
        context: '{"knownBefore":[8,9,7]}',
      });
      expect(asked).toEqual(['Van']);
    });

    it('is delayed by a read that fails', async () => {
      expect(await first(500)).toMatchObject({ go: 'later', error: { status: 500 } });
      expect(await first(500, {}, { licensePlate: null })).toMatchObject({
        go: 'later',
        error: { status: 500 },
      });
    });

    it('asks for cars of its name, and of its VIN where it has one', async () => {
      const filters = async (changes: Partial<Payload>) => {
        const operator = scriptedOperator({ [LIST]: [] });
        await order({ licensePlate: null, ...changes }).prepare(unbound, operator.reading(), null);
        return operator.arrived.map(({ filter }) => filter);
      };
      expect(await filters({})).toEqual(["name eq 'Van'"]);
      expect(await filters({ vin: 'V1' })).toEqual(["vin eq 'V1'", "(name eq 'Van') and (vin eq 'V1')"]);
    });
  });

  const several = makeProblem('several-cars-match', { car: 'M XY 1', count: 2 });
  it.each([
    ['nothing', [], [], {}, { found: 'not-applied' }],
    ['the one car like it', [row(8)], [], {}, { found: 'applied', bindings: { id: 8 } }],
    [
      'the one that was not there before',
      [row(7), row(8)],
      [8],
      {},
      { found: 'applied', bindings: { id: 7 } },
    ],
    ['two cars like it', [row(6), row(7), row(9)], [6], {}, { found: 'contradiction', problem: several }],
    [
      'its plate on a car from before',
      [row(9)],
      [9],
      {},
      { found: 'not-applied', mayBe: exists('M XY 1', 9) },
    ],
    [
      'its plate under another brand',
      [row(9, { brand: 'FORD AG' })],
      [],
      {},
      { found: 'not-applied', mayBe: exists('M XY 1', 9) },
    ],
    ['a car of another order of ours', [row(9)], [], { isTaken: () => true }, { found: 'not-applied' }],
  ])('afterwards a read shows %s', async (_name, rows, knownBefore, known, wanted) => {
    const context = JSON.stringify({ knownBefore });
    expect(await order().reconcile(unbound, reading(rows, known), context)).toEqual(wanted);
  });

  it('a failed list of cars with its plate does not prove absence', async () => {
    const ofPlateFails = scriptedOperator({ [LIST]: [] }, (filter) => filter.includes('licensePlate'));
    const failed = { error: { status: 500 } };
    expect(await order().reconcile(unbound, ofPlateFails.reading(), '{"knownBefore":[]}')).toMatchObject({
      ...failed,
      found: 'nothing',
    });
    expect(await order().candidates?.(unbound, ofPlateFails.reading())).toMatchObject({
      ...failed,
      ok: false,
    });
  });

  it('afterwards a read that fails says nothing', async () => {
    expect(await order().reconcile(unbound, reading(500), '{"knownBefore":[]}')).toMatchObject({
      found: 'nothing',
    });
  });

  it.each([
    ['goes', [], { go: 'send', context: '{"knownBefore":[8]}' }],
    ['is done by the one car like it', [row(8), row(9)], { go: 'already', bindings: { id: 9 } }],
    ['is refused for two cars like it', [row(7), row(9)], { go: 'refused', problem: several }],
    [
      'is refused for its plate on a car from before',
      [row(8)],
      { go: 'refused', problem: exists('M XY 1', 8) },
    ],
    ['goes later where the read fails', 500, { go: 'later', error: { status: 500 } }],
  ])('a later sending %s', async (_name, rows, wanted) => {
    expect(await order().prepare(unbound, reading(rows), '{"knownBefore":[8]}')).toMatchObject(wanted);
  });

  it('offers the cars like it, and those of its plate, once each', async () => {
    const candidates = async (rows: number | readonly object[]) =>
      order().candidates?.(unbound, reading(rows));
    const rows = [
      row(8, { vin: 'V1' }),
      row(9, { model: '' }),
      row(10, { name: 'Other', licensePlate: 'MXY 1', brand: null }),
    ];
    expect(await candidates([...rows, row(11, { licensePlate: null })])).toEqual({
      ok: true,
      value: [
        { id: 9, label: 'M XY 1', facts: ['Van', 'Ford'], start: null, end: null },
        { id: 8, label: 'M XY 1', facts: ['Van', 'V1', 'Ford'], start: null, end: null },
        { id: 10, label: 'MXY 1', facts: ['Other'], start: null, end: null },
      ],
    });
    expect(await candidates(500)).toMatchObject({ ok: false, error: { status: 500 } });
  });
});

describe('changing a car', () => {
  type Payload = Parameters<typeof updateCarKind.store>[0];
  const READ = 'GET /cars/1';
  const order = (patch: Payload['patch']) =>
    loaded(updateCarKind, { car: carId.parse(1), carLabel: 'M 1', patch });
  const car = (changes: object = {}) => ({ id: 1, name: 'Van', description: ' ', brand: 'Ford', ...changes });
  const before = {
    name: 'Van',
    description: null,
    licensePlate: null,
    vin: null,
    brand: 'Ford',
    model: null,
  };
  const theirs = (asked: string, now: string) => makeProblem('changed-meanwhile', { asked, now });

  it('sends the changed fields', async () => {
    const operator = scriptedOperator();
    await operator.send(order({ name: 'Bus', vin: null }));
    expect(operator.arrived).toMatchObject([
      {
        call: 'PATCH /cars/1',
        body: [
          { op: 'replace', path: '/name', value: 'Bus' },
          { op: 'replace', path: '/vin', value: null },
        ],
      },
    ]);
    expect(order({}).describe()).toEqual({ key: 'operations.update-car', params: { car: 'M 1' } });
    expect(order({ name: 'Bus' }).cacheUpdate(unbound, {})).toEqual({
      of: 'car-changed',
      car: 1,
      patch: { name: 'Bus' },
    });
    expect(updateCarKind.store({ car: carId.parse(1), carLabel: '', patch: {} }).lane).toBe('car:1');
  });

  it('can be corrected in the changed fields', () => {
    const all = { name: 'Bus', description: 'd', licensePlate: 'M 2', vin: 'V1', brand: null, model: 'm' };
    expect(order(all).corrections()).toEqual([
      { field: 'name', form: 'text', value: 'Bus' },
      { field: 'description', form: 'long-text', value: 'd' },
      { field: 'licensePlate', form: 'optional-text', value: 'M 2' },
      { field: 'vin', form: 'vin', value: 'V1' },
      { field: 'brand', form: 'optional-text', value: null },
      { field: 'model', form: 'optional-text', value: 'm' },
    ]);
    expect(order({ model: 'm' }).corrections()).toEqual([
      { field: 'model', form: 'optional-text', value: 'm' },
    ]);
    const corrected = order({ name: 'Bus', model: 'm' }).corrected({ name: 'Lorry' });
    expect(corrected.ok && readJson(corrected.value.payload)).toEqual({
      car: 1,
      carLabel: 'M 1',
      patch: { name: 'Lorry', model: 'm' },
    });
  });

  const send = (kept: object | null) => ({ go: 'send', context: JSON.stringify({ before: kept }) });
  it.each([
    ['keeps the fields', car(), null, send(before)],
    [
      'keeps all of them',
      car({ description: ' d ', licensePlate: 'M 1', vin: 'V', model: 'm' }),
      null,
      send({ ...before, description: 'd', licensePlate: 'M 1', vin: 'V', model: 'm' }),
    ],
    ['goes without where the car is not found', 404, null, send(null)],
    ['goes without where the read is not offered', 405, null, send(null)],
    ['goes later where the read fails', 500, null, { go: 'later', error: { status: 500 } }],
    ['goes again to the car as it was', car(), before, send(before)],
    [
      'is refused for a colleague’s change',
      car({ name: 'Lorry' }),
      before,
      { go: 'refused', problem: theirs('Bus', 'Lorry') },
    ],
  ])('before: it %s', async (_name, answer, kept, wanted) => {
    const context = kept === null ? null : JSON.stringify({ before: kept });
    expect(
      await order({ name: 'Bus' }).prepare(unbound, scriptedOperator({ [READ]: answer }).reading(), context),
    ).toMatchObject(wanted);
  });

  it.each([
    [
      'what was asked',
      { name: 'Bus', brand: null, model: ' ' },
      { name: 'Bus', brand: '' },
      before,
      { found: 'applied', bindings: {} },
    ],
    ['a part of it', { name: 'Bus', brand: null }, { name: 'Bus' }, before, { found: 'not-applied' }],
    ['another case, which may be the change', { name: 'VAN' }, {}, before, { found: 'not-applied' }],
    [
      'a colleague’s text',
      { brand: null },
      { brand: 'Opel' },
      before,
      { found: 'not-applied', mayBe: theirs('–', 'Opel') },
    ],
    [
      'a colleague’s empty text',
      { brand: 'Opel' },
      { brand: '' },
      before,
      { found: 'not-applied', mayBe: theirs('Opel', '–') },
    ],
    [
      'a text, where none was known before',
      { brand: 'Opel' },
      { brand: 'VW' },
      null,
      { found: 'not-applied' },
    ],
  ])('afterwards a read shows %s', async (_name, patch, changes, kept, wanted) => {
    const { reading } = scriptedOperator({ [READ]: car(changes) });
    expect(await order(patch).reconcile(unbound, reading(), JSON.stringify({ before: kept }))).toEqual(
      wanted,
    );
  });

  it('afterwards a read that fails says nothing', async () => {
    const { reading } = scriptedOperator({ [READ]: 404 });
    expect(await order({}).reconcile(unbound, reading(), 'null')).toMatchObject({
      found: 'nothing',
      error: { status: 404 },
    });
  });
});
