import { array, assert, constantFrom, property, string } from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { csvDialect, csvLine } from '../../../electron/reports/exports/table-csv.ts';
import { anyCharacter } from '../any-character.ts';

const english = csvDialect('en');
const german = csvDialect('de');

describe('a line of a CSV file', () => {
  test.each([
    '=1+1',
    '+49 30 1',
    '-2',
    '@SUM(A1)',
    '|cmd',
    '%0',
    '  =HYPERLINK("x")',
    '\t=1',
    '\r=1',
    '\n=1',
  ])('does not let a spreadsheet run %j', (text) => {
    expect(Papa.parse(csvLine([text], english)).data[0]).toEqual([`'${text}`]);
  });

  test('leaves numbers numbers, negative ones too, with the decimal sign of the language', () => {
    expect(csvLine([-2, 12.5, 'x'], english)).toBe('-2,12.5,x\r\n');
    expect(csvLine([-2, 12.5, 'x'], german)).toBe('-2;"12,5";x\r\n');
  });

  test('has an empty cell for an unknown value', () => {
    expect(csvLine([null, 'a', null], german)).toBe(';a;\r\n');
  });

  test('is read back as it was, whatever the texts', () => {
    const texts = array(
      string({ unit: anyCharacter }).filter((text) => !/^\s*[=+\-@|%]|^[\t\r\n]/.test(text)),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    assert(
      property(texts, constantFrom(english, german), (cells, dialect) => {
        const { data } = Papa.parse<string[]>(csvLine(cells, dialect), {
          delimiter: dialect.separator,
          newline: '\r\n',
        });
        expect(data[0]).toEqual(cells);
      }),
    );
  });
});
