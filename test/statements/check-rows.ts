import { spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Column, sharedColumns } from './columns.ts';
import type { PrepareCall } from './prepare-calls.ts';

/** A typed call and the columns of each text that it can have. */
export interface TypedCall {
  readonly call: PrepareCall & { readonly row: NonNullable<PrepareCall['row']> };
  readonly columns: readonly (readonly Column[])[];
}

/**
 * Compares the type of the rows of each call with its columns; answers the faults as the compiler says them, by file and line. The compiler
 * reads a copy of the sources in `work`, an empty folder, in which each type of a row is inside of a `CheckedRow`.
 */
export async function checkRows(
  root: string,
  work: string,
  calls: readonly TypedCall[],
): Promise<readonly string[]> {
  cpSync(join(root, 'electron'), join(work, 'electron'), { recursive: true });
  for (const beside of ['shared', 'resources', 'node_modules', 'package.json', 'tsconfig.base.json']) {
    symlinkSync(join(root, beside), join(work, beside));
  }
  const files = Map.groupBy(calls, ({ call }) => call.file);
  for (const [file, inFile] of files) writeFileSync(join(work, file), withChecks(join(root, file), inFile));
  cpSync(join(import.meta.dirname, 'row-faults.d.ts'), join(work, 'row-faults.d.ts'));
  const compilerOptions = {
    lib: ['ES2024'],
    types: ['node'],
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
  };
  writeFileSync(
    join(work, 'tsconfig.json'),
    JSON.stringify({
      extends: './tsconfig.base.json',
      compilerOptions,
      files: ['row-faults.d.ts', ...files.keys()],
    }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const child = spawn(process.execPath, [compiler, '--project', work, '--pretty', 'false'], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  const [said, status] = await Promise.all([text(child.stdout), ended]);
  return status === 0 ? [] : [`tsc: ${status}`, ...said.split('\n').filter((line) => line !== '')];
}

/** The source with its types checked, on the same lines. */
function withChecks(file: string, calls: readonly TypedCall[]): string {
  let bytes = readFileSync(file);
  for (const { call, columns } of calls.toSorted((one, other) => other.call.row.from - one.call.row.from)) {
    const { from, to } = call.row;
    const row = bytes.subarray(from, to).toString();
    const read = call.plucked ? columns.map(valueAlone) : columns;
    const shared = sharedColumns(read);
    const faults = (shared === null ? read : [shared]).map((each) => faultType(row, each, call.plucked));
    bytes = Buffer.concat([
      bytes.subarray(0, from),
      Buffer.from(`CheckedRow<${row}, ${faults.join(' | ')}>`),
      bytes.subarray(to),
    ]);
  }
  return bytes.toString();
}

/** The first column, which is all that is read, under one name for all texts. */
function valueAlone(columns: readonly Column[]): readonly Column[] {
  return columns.slice(0, 1).map((column) => ({ ...column, name: 'the value' }));
}

function faultType(row: string, columns: readonly Column[], plucked: boolean): string {
  const [first] = columns;
  if (first === undefined) return `'the statement answers no rows'`;
  const factOf = ({ kind, nulls }: Column) => `['${kind}', '${nulls}']`;
  if (plucked) return `ValueFault<${row}, '${first.name}', ${factOf(first)}>`;
  const fields = columns.map((column) => `${JSON.stringify(column.name)}: ${factOf(column)}`);
  return `RowFault<${row}, { ${fields.join('; ')} }>`;
}
