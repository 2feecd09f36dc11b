import { describe, expect, test } from 'vitest';
import { createDiscreet, createShown, keyOf } from '../../../electron/reports/exports/shown.ts';
import { row } from './rows.ts';

const reviewed = row(4, {
  review: { state: 'approved', revision: 1, reviewer: 'Bay 3', at: row(4).startedAt },
});

describe('exported data on persons and cars', () => {
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

describe('words of a job within its texts', () => {
  const leavingOut = { people: 'left-out', cars: 'left-out' } as const;
  const textOf = (named: { readonly people: string[]; readonly cars: string[] }) =>
    createDiscreet(
      { row: row(4), reviewers: [], answers: [], named: { ...named, differing: [] } },
      leavingOut,
      {
        shown: createShown(leavingOut, String),
        leftOut: '(left out)',
      },
    ).text;

  test('are left out however they are spaced and capitalised', () => {
    const text = textOf({ people: ['Jörg Weiß'], cars: ['TÜ PM 3683'] });
    expect(text('JÖRG WEIẞ moved tü-pm · 3683, then TÜPM3683')).toBe(
      '(left out) moved (left out), then (left out)',
    );
  });

  test('are left out of the text that an earlier word left', () => {
    const text = textOf({ people: ['Kim', 'Kim Keller'], cars: [] });
    expect(text('Kim Keller and kim')).toBe('(left out) and (left out)');
  });

  test('other words stand as they were written', () => {
    const text = textOf({ people: ['Kim'], cars: ['M BX 1'] });
    expect(text('Kimono, M BX 10 · straße')).toBe('Kimono, M BX 10 · straße');
  });

  test('letters that a pattern takes for the same have the same key', () => {
    const letters = Array.from({ length: 0x1_ff_ff }, (_, code) => code)
      .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
      .map((code) => String.fromCodePoint(code))
      .filter((letter) => letter.toLowerCase() !== letter || letter.toUpperCase() !== letter);
    const all = letters.join('');
    const apart = letters.flatMap((letter) =>
      (all.match(new RegExp(letter, 'giu')) ?? [])
        .filter((same) => keyOf(same) !== keyOf(letter))
        .map((same) => `${letter} ${same}`),
    );
    expect(apart).toEqual([]);
  });
});
