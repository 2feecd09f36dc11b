import { describe, expect, test } from 'vitest';
import { readScanned } from '../../../shared/domain/scanning.ts';

const GS = '\u001d';
const GTIN = '04260000000127';
const read = (raw: string) => {
  const scanned = readScanned(raw);
  return scanned === null ? null : `${scanned.kind} ${scanned.text}`;
};

describe('a symbology identifier', () => {
  test.each([']C1', ']d2', ']Q3', ']e0', ']J1'])('%s says that GS1 follows', (identifier) => {
    expect(read(`${identifier}21ABC123`)).toBe('serial ABC123');
  });

  test.each([']C0', ']A0', ']d1', ']Q0', ']E0', ']X0', ']zZ'])('%s does not', (identifier) => {
    expect(read(`${identifier}21ABC123`)).toBe('serial 21ABC123');
  });

  test('is taken off at the beginning alone, blanks before it too', () => {
    expect(read(' \t]C1 21ABC123')).toBe('serial 21ABC123');
    expect(read('Bay]C1')).toBe('text Bay]C1');
    expect(read(']1C')).toBe('text ]1C');
    expect(read(']C-21')).toBe('text ]C-21');
  });
});

describe('an element of GS1', () => {
  test.each([
    ['00', 18],
    ['01', 14],
    ['02', 14],
    ['11', 6],
    ['12', 6],
    ['13', 6],
    ['15', 6],
    ['16', 6],
    ['17', 6],
    ['20', 2],
  ])('%s ends after %i characters, with or without a separator', (identifier, length) => {
    const element = identifier + '2'.repeat(length);
    expect(read(`]C1${element}21SER9`)).toBe('serial SER9');
    expect(read(`]C1${element}${GS}21SER9`)).toBe('serial SER9');
    // The serial is read from its place, not from anywhere in the digits.
    expect(read(`]C1${element}10L5`)).toBe(`serial ${element}10L5`);
  });

  test.each(['10', '22', '30', '37', '240', '241', '250', '8004'])('%s ends at a separator', (identifier) => {
    expect(read(`]C1${identifier}21X${GS}21SER9`)).toBe('serial SER9');
    expect(read(`]C1${identifier}21X`)).toBe(`serial ${identifier}21X`);
  });

  test('that is not known ends the reading', () => {
    expect(read(`]C199X${GS}21SER9`)).toBe('serial 99X21SER9');
    expect(read(`]C1242X${GS}21SER9`)).toBe('serial 242X21SER9');
  });

  test('without a value is no serial', () => {
    expect(read(`]C121${GS}10L5`)).toBe('serial 2110L5');
    expect(read(']C121')).toBe('text 21');
  });

  test('may stand behind several separators', () => {
    expect(read(`]C1${GS}${GS}10L5${GS}${GS}21SER9${GS}`)).toBe('serial SER9');
  });
});

describe('GS1 that no identifier announces', () => {
  test('is recognised by a separator', () => {
    expect(read(`10L5${GS}21SER9`)).toBe('serial SER9');
  });

  test('is recognised by a whole GTIN with its check digit before a serial', () => {
    expect(read(`01${GTIN}21S`)).toBe('text S');
    expect(read(`01${GTIN}21SER9`)).toBe('serial SER9');
    expect(read(`01${GTIN}21`)).toBe(`serial 01${GTIN}21`);
    expect(read(`02${GTIN}21SER9`)).toBe(`serial 02${GTIN}21SER9`);
    expect(read(`X01${GTIN}21SER9`)).toBe(`serial X01${GTIN}21SER9`);
  });

  test.each(['00000000000000', '10000000000007', '01000000000009', '12345678901231'])(
    'takes %s for a GTIN, and no other last digit',
    (gtin) => {
      for (let digit = 0; digit < 10; digit += 1) {
        const code = `01${gtin.slice(0, -1)}${digit}21SER9`;
        expect(read(code)).toBe(gtin.endsWith(String(digit)) ? 'serial SER9' : `serial ${code}`);
      }
    },
  );
});

describe('GS1 as it is printed for people', () => {
  test('has its serial in the element (21), wherever that stands', () => {
    expect(read('(10)L5(21)SER9(17)271231')).toBe('serial SER9');
    expect(read('(21)SER9')).toBe('serial SER9');
    expect(read('(8004)1(21)SER9')).toBe('serial SER9');
  });

  test('has none without that element, or with an empty one', () => {
    expect(read('(10)L5')).toBe('text (10)L5');
    expect(read('(21)')).toBe('text (21)');
    expect(read('(10)L5(21)')).toBe('text (10)L5(21)');
  });

  test('begins with an element', () => {
    expect(read('Bay (21)SER9')).toBe('text Bay (21)SER9');
    expect(read('(1)(21)SER9')).toBe('text (1)(21)SER9');
    expect(read('(12345)(21)SER9')).toBe('text (12345)(21)SER9');
  });
});

describe('the text of a code', () => {
  test('is without the stars of Code 39, which stand on both sides', () => {
    expect(read('*SER9*')).toBe('serial SER9');
    expect(read(' * SER9 * ')).toBe('serial SER9');
    expect(read('*SER9')).toBe('text *SER9');
    expect(read('SER9*')).toBe('text SER9*');
    expect(read('**')).toBe('text **');
  });

  test('is without control characters and the blanks around it', () => {
    expect(read('\u0002SE\tR9\r\n')).toBe('serial SER9');
    expect(read(' Bay 3 ')).toBe('serial Bay 3');
    expect(read(' \r\n')).toBeNull();
  });

  test('is cut after 500 characters', () => {
    expect(readScanned('é'.repeat(500))?.text).toHaveLength(500);
    expect(readScanned('é'.repeat(501))?.text).toHaveLength(500);
  });
});
