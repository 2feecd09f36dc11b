import { expect, test } from 'vitest';
import { decodeText, readList } from '../../../renderer/screens/batch/read-csv.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(part, (c) => c.charCodeAt(0)) : part)),
  );

test('a list is read in the encoding it was written in', () => {
  const utf8 = new TextEncoder().encode('Clé;Plaque');
  expect(decodeText(utf8)).toBe('Clé;Plaque');
  expect(decodeText(bytes([0xef, 0xbb, 0xbf], 'VIN'))).toBe('VIN');
  expect(decodeText(bytes('Cl', [0xe9], ';Stra', [0xdf], 'e'))).toBe('Clé;Straße');
  const utf16 = bytes([0xff, 0xfe], Array.from('Clé', (c) => [c.charCodeAt(0), 0]).flat());
  expect(decodeText(utf16)).toBe('Clé');
});

test.each([
  ['semicolons', 'Plate;VIN\r\nM AB 1;W1\r\n'],
  ['commas', 'Plate,VIN\nM AB 1,W1\n'],
  ['tabs', 'Plate\tVIN\nM AB 1\tW1'],
])('%s between the cells are found out', (_what, text) => {
  expect(readList(text)).toEqual({
    headings: ['Plate', 'VIN'],
    lines: [{ line: 2, cells: ['M AB 1', 'W1'] }],
  });
});

test('line numbers are those of the file, with empty lines and line ends inside quotes', () => {
  expect(readList('Plate;Name\n\nM AB 1;"Van\nof bay 3"\nM AB 2;Other')).toMatchObject({
    lines: [
      { line: 3, cells: ['M AB 1', 'Van\nof bay 3'] },
      { line: 5, cells: ['M AB 2', 'Other'] },
    ],
  });
});

test('one column is a list too', () => {
  expect(readList('Kennzeichen\nM AB 1\nM AB 2')).toMatchObject({ headings: ['Kennzeichen'] });
});

test('a file that is no list is reported as such', () => {
  expect(readList('')).toBe('empty');
  expect(readList('Plate;VIN\n')).toBe('only-headings');
  expect(readList('Plate;VIN\n"M AB 1;W1')).toBe('quotes');
  expect(readList(`Plate\n${'M\n'.repeat(5001)}`)).toBe('too-long');
});
