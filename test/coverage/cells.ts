import type { SourceFile, SourceTree } from './source-tree.ts';

/** Several findings in one cell: the first, and how many more. */
export function listed(found: readonly string[]): string {
  const [first = ''] = found;
  return found.length > 1 ? `${first} +${found.length - 1}` : first;
}

/** The tests themselves, not what they share. */
export function testFiles(tree: SourceTree): readonly SourceFile[] {
  return [...tree.values()].filter(({ file }) => /^test\/.*\.(?:test|spec)\.ts$/.test(file));
}
