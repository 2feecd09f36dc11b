import * as fc from 'fast-check';
import { z } from 'zod';
import { guessColumns, mappingOf, rowOf, batchMapping, batchRow } from '../../../shared/domain/batch.ts';
import { decodeText, readList } from '../../../renderer/screens/batch/read-csv.ts';
import { edited, edits } from './hostile.ts';
import { nothing, type Target } from './target.ts';

const cell = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('M BX 1077', 'W1V44770513872041', '001234021', '', '=1+1', 'Kühler "Süd"'),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('constructor', '__proto__', 'toString', 'plate', 'VIN', 'Kennzeichen'),
  },
  { weight: 1, arbitrary: fc.constant('x'.repeat(5000)) },
);

const written = fc
  .tuple(
    fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 12 }),
    fc.constantFrom(',', ';', '\t', '|', '","', ' '),
    fc.constantFrom('\n', '\r\n', '\r', '\n\n'),
    fc.constantFrom('always', 'never', 'half'),
  )
  .map(([rows, between, ending, quoting]) => {
    const quoted = (text: string, index: number) =>
      quoting === 'always' || (quoting === 'half' && index % 2 === 0)
        ? `"${text.replaceAll('"', '""')}"`
        : text;
    return rows.map((row) => row.map(quoted).join(between)).join(ending);
  });

const encoded = fc
  .tuple(
    fc.oneof(
      written,
      fc.tuple(written, edits).map(([text, changes]) => edited(text, changes)),
    ),
    fc.nat({ max: 3 }),
  )
  .map(([text, form]): Uint8Array => {
    if (form === 0) return Buffer.from(text, 'latin1');
    if (form === 1) return Buffer.from(`\ufeff${text}`, 'utf16le');
    return Buffer.from(form === 2 ? `\ufeff${text}` : text, 'utf8');
  });

const file = fc.oneof(
  { weight: 8, arbitrary: encoded },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      Buffer.from('"'.repeat(9999)),
      Buffer.from('\n'.repeat(9999)),
      Buffer.from('a,'.repeat(9999)),
    ),
  },
);

/** A list of cars: read, its columns guessed, and each row fit to be asked about. */
export const lists: Target = {
  name: 'list of cars',
  share: 400,
  open: async (count) => ({
    close: nothing,
    property: fc.asyncProperty(file, async (bytes) => {
      const list = readList(decodeText(bytes));
      if (typeof list === 'string') return count(list);
      const columns = guessColumns(list.headings, {});
      z.array(batchRow).parse(list.lines.map(({ line, cells }) => rowOf(line, cells, columns)));
      batchMapping.parse(mappingOf(list.headings, columns));
      count('read');
    }),
  }),
};
