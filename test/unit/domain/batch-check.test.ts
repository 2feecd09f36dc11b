import { expect, test } from 'vitest';
import {
  type BatchRow,
  type BatchVerdict,
  createRowCheck,
  keysOf,
  together,
} from '../../../shared/domain/batch.ts';

const blank: BatchRow = {
  line: 1,
  licensePlate: '',
  vin: '',
  name: '',
  brand: '',
  model: '',
  serial: '',
  group: '',
  key: '',
};
/** Rows of one list, the first on line 2. */
function verdicts(...rows: readonly Partial<BatchRow>[]): readonly BatchVerdict[] {
  const check = createRowCheck();
  return rows.map((row, index) => check({ ...blank, ...row, line: index + 2 }));
}
const refused = (line: number, key: string, params: object) => ({
  line,
  state: 'refused',
  says: [{ key, params }],
});

test('the same plate, VIN or Box twice in a list is refused with the line of the first, however it is written', () => {
  expect(verdicts({ licensePlate: 'M BX 1077' }, { licensePlate: 'm-bx 1077' })[1]).toEqual(
    refused(3, 'batch.row.same-plate', { line: 2 }),
  );
  expect(verdicts({ vin: 'WV1ZZZ2KZLX012345' }, { vin: 'wv1zzz2kzlx012345' })[1]).toEqual(
    refused(3, 'batch.row.same-vin', { line: 2 }),
  );
  const plates = [
    { licensePlate: 'M BX 1' },
    { licensePlate: 'M BX 2' },
    { licensePlate: 'M BX 3' },
  ] as const;
  const [one, two, three] = verdicts(
    { ...plates[0], serial: '001234021' },
    { ...plates[1], serial: '0012-34021' },
    { ...plates[2], serial: '001234021' },
  );
  expect(one?.state).toBe('ready');
  expect(two).toEqual(refused(3, 'batch.row.same-serial', { line: 2 }));
  expect(three).toEqual(refused(4, 'batch.row.same-serial', { line: 2 }));
});

test('empty fields are not equal, and a name distinguishes no cars', () => {
  expect(verdicts({ name: 'Van' }, { name: 'Van' }).map(({ state }) => state)).toEqual(['ready', 'ready']);
  expect(keysOf({ vin: ' ', licensePlate: '', serial: '' })).toEqual({
    vin: null,
    plate: null,
    serial: null,
  });
});

test('a row that names no car is refused; one of plate, VIN or name is enough', () => {
  expect(verdicts({ serial: '001234021' })[0]).toEqual(refused(2, 'batch.row.no-car', {}));
  for (const row of [{ licensePlate: 'M BX 1' }, { name: 'Van' }]) {
    expect(verdicts(row)[0]).toEqual({ line: 2, state: 'ready', says: [] });
  }
});

test('a serial that cannot be one is refused, shortened where it is long', () => {
  expect(verdicts({ name: 'Van', serial: '!' })[0]).toEqual(refused(2, 'batch.row.serial', { serial: '!' }));
  const [long] = verdicts({ name: 'Van', serial: '!'.repeat(100) });
  expect(long?.says).toEqual([{ key: 'batch.row.serial', params: { serial: '!'.repeat(60) } }]);
});

test('a VIN with a character that none has is refused, an unusual one only warned of', () => {
  expect(verdicts({ vin: 'WV1/' })[0]?.says).toEqual([{ key: 'batch.row.vin', params: { character: '/' } }]);
  const [unusual] = verdicts({ vin: 'WV1' });
  expect(unusual).toMatchObject({ state: 'warned' });
  expect(unusual?.says).toContainEqual({ key: 'flow.car.hint.vin-length', params: { length: 3 } });
});

for (const field of ['licensePlate', 'name', 'brand', 'model', 'group', 'key'] as const) {
  test(`a ${field} that is longer than a name may be is refused`, () => {
    const row = { name: 'Van', [field]: 'x'.repeat(201) };
    expect(verdicts(row)[0]).toEqual(refused(2, 'batch.row.too-long', { longest: 200 }));
    expect(verdicts({ ...row, [field]: 'x'.repeat(200) })[0]?.state).toBe('ready');
  });
}

test('of two verdicts on a row the worse counts, and every sentence stays', () => {
  const verdict = (state: BatchVerdict['state']): BatchVerdict => ({
    line: 2,
    state,
    says: [{ key: state, params: {} }],
  });
  const order = ['ready', 'warned', 'there', 'refused'] as const;
  order.forEach((worse, index) => {
    for (const better of order.slice(0, index + 1)) {
      for (const [one, other] of [
        [worse, better],
        [better, worse],
      ] as const) {
        expect(together(verdict(one), verdict(other))).toEqual({
          line: 2,
          state: worse,
          says: [...verdict(one).says, ...verdict(other).says],
        });
      }
    }
  });
});
