import { describe, expect, test } from 'vitest';
import { createShown } from '../../../electron/reports/exports/shown.ts';
import { row } from './rows.ts';

const reviewed = row(4, {
  review: { state: 'approved', revision: 1, reviewer: 'Bay 3', at: row(4).startedAt },
});

describe('what of persons and cars goes out', () => {
  test('named and in full: everything', () => {
    const shown = createShown({ people: 'named', cars: 'full' }, String)(reviewed);
    expect(shown).toMatchObject({ ...reviewed, person: 'Bay 2' });
  });

  test('numbered: each person has one number in the whole file, as installer and as reviewer', () => {
    const shown = createShown({ people: 'numbered', cars: 'full' }, (number) => `Person ${number}`);
    const out = [row(1), row(2), row(3), reviewed].map(shown);
    expect(out.map(({ person }) => person)).toEqual(['Person 1', 'Person 2', 'Person 1', 'Person 2']);
    expect(out[3]?.review.reviewer).toBe('Person 1');
    expect(JSON.stringify(out.map(({ installer: _installer, ...rest }) => rest))).not.toContain('Bay');
  });

  test('left out: no name, nowhere', () => {
    const { person, review } = createShown({ people: 'left-out', cars: 'full' }, String)(reviewed);
    expect([person, review.reviewer]).toEqual([null, null]);
  });

  test('shortened cars keep the end of plate and VIN, and no name', () => {
    const shown = createShown({ people: 'named', cars: 'shortened' }, String)(row(77));
    expect([shown.plate, shown.vin, shown.carName]).toEqual(['…077', '…800077', null]);
  });

  test('cars that are left out have none of the three', () => {
    const shown = createShown({ people: 'named', cars: 'left-out' }, String)(row(77));
    expect([shown.plate, shown.vin, shown.carName]).toEqual([null, null, null]);
  });
});
