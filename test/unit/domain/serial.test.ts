import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  foldForSearch,
  foldSerial,
  looksLikeSerial,
  matchSerial,
  sendableSerial,
  serialSpellings,
} from '../../../shared/domain/serial.ts';

const typed = fc.string({
  unit: fc.constantFrom('0', '1', '9', 'a', 'z', 'O', 'I', 'l', ' ', '-', '.', '_', '\t'),
  maxLength: 20,
});
const anything = fc.string({ unit: 'grapheme', maxLength: 30 });

test.each([
  ['001234021', '1234021'],
  [' 001 234-021 ', '1234021'],
  ['c1-08-f0-94', 'C108F094'],
  ['0012.34_021', '1234021'],
  ['000', '0'],
])('%j and its kin are looked up as %j', (text, folded) => {
  expect(foldSerial(text)).toBe(folded);
});

test('folding a folded serial changes nothing, whatever was typed', () => {
  fc.assert(
    fc.property(fc.oneof(typed, anything), (text) => {
      expect(foldSerial(foldSerial(text))).toBe(foldSerial(text));
    }),
  );
});

test('case, separators and leading zeros never tell two serials apart', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z1-9][A-Z0-9]{2,12}$/), fc.nat(4), fc.nat(12), (serial, zeros, at) => {
      const scribbled = `${'0'.repeat(zeros)}${serial.slice(0, at)} -${serial.slice(at).toLowerCase()}`;
      expect(foldSerial(scribbled)).toBe(foldSerial(serial));
    }),
  );
});

test('a serial is sent as it was typed but for case and blanks: zeros and dashes are its own', () => {
  expect(sendableSerial('  c1-08 f0-94\n')).toBe('C1-08F0-94');
  expect(sendableSerial('001234021')).toBe('001234021');
});

test.each([
  ['001234021', true],
  ['C1-08-F0-94', true],
  ['ab c', true],
  ['12', false],
  ['', false],
  ['0012€34', false],
  ["1' or '1'='1", false],
  ['A'.repeat(40), true],
  ['A'.repeat(41), false],
])('could %j be a serial? %j', (text, could) => {
  expect(looksLikeSerial(text)).toBe(could);
});

test('plates and names are compared without accents, separators, and letters that look like digits', () => {
  expect(foldForSearch('M-BX 1077')).toBe(foldForSearch('mbxIO77'));
  expect(foldForSearch('Mönchengladbach')).toBe(foldForSearch('monchengladbach'));
  expect(foldForSearch('Straße 1')).toBe(foldForSearch('STRASSE I'));
});

test('folding for search twice is folding once', () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
    }),
  );
});

test('a serial without accents folds like one with accents', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 40 }), (text) => {
      expect(foldForSearch(text)).toBe(foldForSearch(`${text}\u0301`));
    }),
  );
});

const product = (serialNumber: string, uniqueId: string) => ({ serialNumber, uniqueId });

test.each([
  [
    'the exact spelling, although another one folds to it',
    '12-34021',
    [product('1234021', 'A'), product('12-34021', 'B')],
    'B',
  ],
  ['the only one that folds to it', '1234021', [product('001234021', 'A'), product('77', 'B')], 'A'],
  [
    'the exact unique id, although a serial number folds to it',
    'C1-08',
    [product('C108', 'A'), product('9', 'C1-08')],
    'C1-08',
  ],
])('a serial means %s', (_name, typed, products, meant) => {
  expect(matchSerial(products, typed)).toMatchObject({ match: 'one', product: { uniqueId: meant } });
});

test.each([
  ['two serial numbers fold to it', '12-34.021', [product('0012-34021', 'A'), product('1234021', 'B')]],
  ['the unique id of another product folds to it', 'c108', [product('0C108', 'A'), product('9', 'C1-08')]],
  ['two products bear it exactly', '1234021', [product('1234021', 'A'), product('77', '1234021')]],
])('a person is asked where %s', (_name, typed, products) => {
  expect(matchSerial(products, typed)).toEqual({ match: 'several', products });
});

test('a serial that no product bears means none', () => {
  expect(matchSerial([product('1234021', 'A')], '1234022')).toEqual({ match: 'none' });
});

test('a serial is requested as typed and in the operator’s possible spellings', () => {
  expect(serialSpellings('00 c1-08')).toEqual(['00 c1-08', '00C1-08', '00C108', 'C108']);
  expect(serialSpellings('C108F094')).toEqual(['C108F094', 'C1-08-F0-94']);
  expect(serialSpellings(' 1 2\t')).toEqual(['1 2', '12']);
});

test.each([
  ['OQIL', '0011'],
  ['oqil', '0011'],
  ['ÖQÍL', '0011'],
  ['é.1_2 b', 'E12B'],
  ['Ärger-7', 'ARGER7'],
  ['M-BX 1077', 'MBX1077'],
  ['ß', 'SS'],
  ['ﬁ', 'F1'],
  ['京都 3', '京都3'],
  [' - ', ''],
])('%j is searched as %j', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded);
});

test('each separator of a serial is ignored, and no other character is', () => {
  for (const separator of [' ', '\t', '-', '.', '_']) {
    expect([separator, foldSerial(`12${separator}34`)]).toEqual([separator, '1234']);
    expect([separator, looksLikeSerial(`1${separator}2${separator}3`)]).toEqual([separator, true]);
  }
  for (const other of ['/', '+', ':', '#', '€']) {
    expect([other, foldSerial(`12${other}34`)]).toEqual([other, `12${other}34`]);
    expect([other, looksLikeSerial(`12${other}34`)]).toEqual([other, false]);
  }
});

test('a serial keeps a zero that leads nothing', () => {
  expect(['', '0', '00', '0-0', '010', '100'].map(foldSerial)).toEqual(['', '0', '0', '0', '10', '100']);
});

test('a serial has three characters at least, separators left out', () => {
  expect(['AB1', 'A-B-1', 'AB', 'A-B', '--A'].map(looksLikeSerial)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a serial of eight characters alone is asked for in pairs', () => {
  expect(serialSpellings('C108F09')).toEqual(['C108F09']);
  expect(serialSpellings('C108F0941')).toEqual(['C108F0941']);
  expect(serialSpellings('c1.08_f0-94')).toEqual(['c1.08_f0-94', 'C1.08_F0-94', 'C108F094', 'C1-08-F0-94']);
  expect(serialSpellings('00C108F0')).toEqual(['00C108F0', 'C108F0', '00-C1-08-F0']);
});

test('two products that mean the same by serial and by unique id are distinguished by a person alone', () => {
  const both = [product('1234021', 'A'), product('B', '1234021')];
  expect(matchSerial(both, ' 1234021 ')).toEqual({ match: 'several', products: both });
  expect(matchSerial([], '1234021')).toEqual({ match: 'none' });
  // One product by both is one product.
  expect(matchSerial([product('1234021', '1234021')], '1234021')).toMatchObject({ match: 'one' });
});
