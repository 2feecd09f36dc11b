import type { SourceTree } from '../coverage/source-tree.ts';
import { isSyntax, memberChain, type Syntax, textOf } from '../coverage/syntax.ts';
import { listOf, textReader, Unreadable, walk } from './sql-texts.ts';

/** One place in the sources that prepares a statement. */
export interface PrepareCall {
  readonly file: string;
  /** Every text that it can have; the reason where they cannot be read. */
  readonly texts: readonly string[] | Unreadable;
  /** The type of its rows: bytes of the file from and to. Null: the rows are not read. */
  readonly row: { readonly from: number; readonly to: number } | null;
  /** The first column alone is the row. */
  readonly plucked: boolean;
}

/** The places where statements are prepared, and the files that name `prepare` without calling it. */
export function findPrepareCalls(tree: SourceTree): {
  readonly calls: readonly PrepareCall[];
  readonly named: readonly string[];
} {
  const read = textReader(tree);
  const calls: PrepareCall[] = [];
  const named: string[] = [];
  for (const source of tree.values()) {
    const callOf = new Map<Syntax, Syntax>();
    const methodOf = new Map<Syntax, string>();
    const visit = (node: Syntax): void => {
      if (node.type === 'CallExpression' && isSyntax(node['callee'])) callOf.set(node['callee'], node);
      if (isPatternOf(node, 'prepare')) named.push(source.file);
      if (node.type !== 'MemberExpression') return;
      const method = memberChain(node).at(-1) ?? '';
      if (isSyntax(node['object'])) methodOf.set(node['object'], method);
      if (method !== 'prepare') return;
      const call = callOf.get(node);
      if (call === undefined) {
        named.push(source.file);
        return;
      }
      const [sql, ...more] = listOf(call['arguments']);
      // Only `prepare` of a statement takes exactly one argument, its text.
      if (sql === undefined || more.length > 0) return;
      calls.push({
        file: source.file,
        texts: readable(() => read(source, sql)),
        row: rowType(call),
        plucked: methodOf.get(call) === 'pluck',
      });
    };
    for (const statement of source.syntax) walk(statement, visit);
  }
  return { calls, named };
}

/** `const { prepare } = …` and `const { prepare: other } = …`. */
function isPatternOf({ type, key }: Syntax, name: string): boolean {
  return (type === 'AssignmentPatternProperty' || type === 'KeyValuePatternProperty') && textOf(key) === name;
}

function readable(read: () => readonly string[]): readonly string[] | Unreadable {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof Unreadable) return cause;
    throw cause;
  }
}

function rowType(call: Syntax): PrepareCall['row'] {
  const given = call['typeArguments'];
  const types: readonly unknown[] = isSyntax(given) && Array.isArray(given['params']) ? given['params'] : [];
  const row = types[1];
  if (!isSyntax(row)) return null;
  const span = row['span'];
  if (typeof span !== 'object' || span === null || !('start' in span) || !('end' in span)) return null;
  // The parser counts from one.
  return { from: Number(span.start) - 1, to: Number(span.end) - 1 };
}
