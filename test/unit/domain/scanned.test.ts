import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readScanned } from '../../../shared/domain/scanning.ts';
import { readVin } from '../../../shared/domain/typed-text.ts';
import { anyCharacter } from '../any-character.ts';

const VIN = 'W1V44770513872041';
const GS = '\u001d';
const LOT = '10';

test.each([
  [VIN, 'as printed'],
  [VIN.toLowerCase(), 'in small letters'],
  [`I${VIN}`, 'with the I of the car industry in front'],
  [`*${VIN}*`, 'with the stars of Code 39'],
  [`]C0${VIN}`, 'with a symbology identifier'],
  [`]A0I${VIN}`, 'with an identifier and the I'],
  ['W1V 447705-13872041', 'with a space and a dash'],
  [`VIN: ${VIN}`, 'with the word before it'],
  [`https://cars.example/${VIN}?from=qr`, 'in a link'],
  ['WIV4477O5I3872O4I', 'with I and O read for 1 and 0'],
  [`\u0002${VIN}\r\n`, 'with control characters around it'],
])('%j is a VIN (%s)', (raw) => {
  expect(readScanned(raw)).toEqual({ kind: 'vin', text: VIN });
});

test.each([
  ['001234021', '001234021', 'a plain serial'],
  ['C1-08-F0-94', 'C1-08-F0-94', 'a Box label'],
  [']C1010426000000012721ABC123', 'ABC123', 'GS1 by its identifier'],
  [`]d2010426000000012717271231${LOT}L5${GS}21SER-9`, 'SER-9', 'GS1 with other elements before it'],
  [`${GS}2100123${GS}10L5`, '00123', 'GS1 by its separators'],
  ['(01)04260000000127(21)ABC123', 'ABC123', 'GS1 as it is printed for people'],
  ['010426000000012721ABC123', 'ABC123', 'GS1 that nothing says, by its right GTIN'],
  ['12345678901234567', '12345678901234567', 'seventeen digits are a number, no VIN'],
  ['ABCDEFGHKLMNPRSTU', 'ABCDEFGHKLMNPRSTU', 'seventeen letters are a word, no VIN'],
])('%j is the serial %s (%s)', (raw, text) => {
  expect(readScanned(raw)).toEqual({ kind: 'serial', text });
});

test('a text that begins like GS1 but is not stays as it is', () => {
  expect(readScanned('010426000000012821ABC')).toEqual({ kind: 'serial', text: '010426000000012821ABC' });
});

test('a code that is neither is a text, and one of nothing but controls is nothing', () => {
  expect(readScanned('M-BX 1077 / Bay 3')).toEqual({ kind: 'text', text: 'M-BX 1077 / Bay 3' });
  expect(readScanned(']C1\r\n')).toBeNull();
  expect(readScanned('')).toBeNull();
});

test('two VINs in one code are a text: the meant one is unknown', () => {
  expect(readScanned(`${VIN}/1M8GDM9AXKP042788`)?.kind).toBe('text');
});

const vinCharacter = fc.constantFrom(...Array.from('ABCDEFGHJKLMNPRSTUVWXYZ0123456789'));
const vin = fc
  .tuple(
    fc.constantFrom(...Array.from('ABCDEFGHJKLMNPRSTUVWXYZ')),
    fc.array(vinCharacter, { minLength: 12, maxLength: 12 }),
    fc.integer({ min: 0, max: 9999 }),
  )
  .map(([first, middle, last]) => `${first}${middle.join('')}${String(last).padStart(4, '0')}`);

test('every VIN is found however it is wrapped, and reading it again changes nothing', () => {
  fc.assert(
    fc.property(
      vin,
      fc.constantFrom('', 'I', ']C0', ']A0', ']A0I', '*', ' '),
      fc.constantFrom('', '\r', ' '),
      (text, before, after) => {
        const raw = before === '*' ? `*${text}*` : `${before}${text}${after}`;
        expect(readScanned(raw)).toEqual({ kind: 'vin', text });
        expect(readVin(text)).toBe(text);
      },
    ),
  );
});

test('whatever is scanned, there is an answer without control characters and never an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), (raw) => {
      expect(readScanned(raw)?.text ?? '').not.toMatch(/\p{Cc}/u);
    }),
  );
});
