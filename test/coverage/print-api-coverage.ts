import { join } from 'node:path';
import { projectParts } from './project-parts.ts';
import { columns, coverageTable, emptyCells } from './table.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run coverage:api

Prints each operation of the spec against client, simulator, queue kind, screen and test. Exit code 1 names each empty cell.`);

/**
 * `npm run coverage:api`: each operation of the spec against client, simulator, queue kind, screen and test, read from the
 * code. Exits 1 where a cell is empty, and names it.
 */
const rows = coverageTable(projectParts(join(import.meta.dirname, '../..')));
for (const row of rows) {
  console.log(row.operation);
  for (const column of columns)
    console.log(`  ${column.padEnd(10)}${row[column] === '' ? '-' : row[column]}`);
}
const empty = emptyCells(rows);
console.log(`${rows.length} operations, ${empty.length} empty cells`);
for (const sentence of empty) console.error(sentence);
process.exitCode = empty.length === 0 ? 0 : 1;
