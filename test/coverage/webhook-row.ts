import { listed, testFiles } from './cells.ts';
import type { SourceFile, SourceTree } from './source-tree.ts';

/** A receiver of ours: who takes the webhook, who sends it, which kinds it ends, and which tests post it. */
export function webhookCells(
  tree: SourceTree,
  operation: string,
  kinds: readonly { readonly kind: string; readonly endsBy: string }[],
) {
  const path = operation.split('/').at(-1) ?? '';
  const result = /^assignment(\w+)Result$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const files = [...tree.values()];
  const naming = (folder: string) =>
    files.filter(({ file, strings }) => file.startsWith(`${folder}/`) && strings.has(path));
  /** The paths stand in one file, under names of their own; who takes them from there uses them. */
  const named = naming('shared').map(({ file }) => file);
  const takes = ({ imports }: SourceFile) => [...imports.values()].some(({ file }) => named.includes(file));
  const posts = ({ imports }: SourceFile) =>
    [...imports.values()].some(({ file }) => {
      const shared = tree.get(file);
      return file.startsWith('test/') && shared !== undefined && takes(shared);
    });
  const ended = kinds.filter(
    ({ kind, endsBy }) => endsBy === 'result' && `${kind.split('-')[0]}d` === result,
  );
  return {
    ended: ended.map(({ kind }) => kind),
    client: listed(
      files
        .filter((source) => source.file.startsWith('relay/') && takes(source))
        .map(({ file }) => `${path} in ${file}`),
    ),
    simulator: listed(naming('test/operator').map(({ file }) => `${path} in ${file}`)),
    test: listed(
      testFiles(tree)
        .filter((source) => source.strings.has(path) || (source.strings.has(result) && posts(source)))
        .map(({ file }) => file),
    ),
  };
}
