import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareSerials, serialsOneSlipAway } from '../../../shared/domain/serial.ts';

/** The columns that differ, "place one/other". */
const differences = (one: string, other: string): readonly string[] =>
  compareSerials(one, other)
    .filter(({ same }) => !same)
    .map((column) => `${column.place} ${column.one ?? '-'}/${column.other ?? '-'}`);

describe('two serials beside each other', () => {
  test.each([
    ['001234021', '001234021', []],
    ['001234021', '001234081', ['8 2/8']],
    ['001234021', '001234012', ['8 2/1', '9 1/2']],
    // One missing, one too many: what follows is beside its like.
    ['001234021', '00124021', ['5 3/-']],
    ['001234021', '0012234021', ['3 -/2']],
    ['ABC', 'XYZ', ['1 A/X', '2 B/Y', '3 C/Z']],
    // Written differently is not different.
    ['0012-34021', '0012 34021', []],
    ['c1-08-f0', 'C108F0', []],
    ['001234021', '1234021', []],
    // A zero that is no leading one counts.
    ['120', '12', ['3 0/-']],
    ['0', '00', []],
    // A leading zero that was misread is one wrong character.
    ['0012', '8012', ['1 0/8']],
    ['010', '101', ['3 -/1']],
    ['101', '010', ['3 1/-']],
    ['', '12', ['0 -/1', '0 -/2']],
  ] as const)('%s and %s', (one, other, expected) => {
    expect(differences(one, other)).toEqual(expected);
  });

  test('each column holds both characters, so that they can stand beneath each other', () => {
    const columns = compareSerials('1234021', '123021');
    expect(columns.map(({ one }) => one ?? '-').join('')).toBe('1234021');
    expect(columns.map(({ other }) => other ?? '-').join('')).toBe('123-021');
  });

  test('no way of lining them up has fewer differences', () => {
    expect(differences('5512345', '5123455')).toHaveLength(2);
  });
});

test('one slip is one other character or two neighbours swapped, never the serial itself', () => {
  const slips = serialsOneSlipAway('0012');
  expect(slips).toEqual(expect.arrayContaining(['0013', '8012', '0O12', '0102', '0021']));
  expect(slips).not.toContain('0012');
  expect(slips).not.toContain('0122');
  expect(slips).toHaveLength(4 * 35 + 2);
});

const short = fc.string({ unit: fc.constantFrom('0', '1', '2', 'A', 'b', '-'), maxLength: 7 });
/** A serial without what people only write differently. */
const bare = (serial: string) => serial.toUpperCase().replaceAll('-', '');

test('whatever is compared, the columns spell both serials, and are as many differences either way round', () => {
  fc.assert(
    fc.property(short, short, (one, other) => {
      const columns = compareSerials(one, other);
      expect(columns.map((column) => column.one ?? '').join('')).toBe(bare(one));
      expect(columns.map((column) => column.other ?? '').join('')).toBe(bare(other));
      expect(columns.every((column) => column.one !== null || column.other !== null)).toBe(true);
      expect(differences(one, other)).toHaveLength(differences(other, one).length);
      expect(differences(one, one)).toEqual([]);
    }),
  );
});

test('one character more, fewer or other is one difference behind the leading zeros', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9A-Z]{3,8}$/), fc.nat(8), (serial, place) => {
      const at = 1 + (place % (serial.length - 1));
      expect(differences(serial, `${serial.slice(0, at)}0${serial.slice(at)}`)).toHaveLength(1);
      expect(differences(serial, `${serial.slice(0, at)}0${serial.slice(at + 1)}`)).toHaveLength(1);
      expect(differences(`${serial.slice(0, at)}0${serial.slice(at)}`, serial)).toHaveLength(1);
    }),
  );
});

test('a slip with equal neighbours is no swap, and a serial of one character has none to swap', () => {
  expect(serialsOneSlipAway('A')).toHaveLength(35);
  expect(serialsOneSlipAway('AA')).toHaveLength(2 * 35);
  expect(serialsOneSlipAway('')).toEqual([]);
  expect(serialsOneSlipAway('a-b')).toContain('BA');
});
