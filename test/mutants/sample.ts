import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import type { MutatedFolder } from './folders.ts';

/** The first and last line of a part of a file; both count from 1. */
interface Lines {
  readonly from: number;
  readonly to: number;
}

/** A declaration begins at the left edge; a closing bracket or a comment there belongs to the declaration around it. */
const DECLARATION = /^(?:export |async |abstract |class |function |const |let |type |interface |enum )/u;

/** The declarations of a file. Mutants never cross them, so a sample of declarations is a fair sample of mutants. */
export function declarationsOf(source: string): readonly Lines[] {
  const lines = source.split('\n');
  const starts = lines.flatMap((line, index) => (DECLARATION.test(line) ? [index + 1] : []));
  return starts.map((from, index) => ({ from, to: (starts[index + 1] ?? lines.length + 1) - 1 }));
}

/** Whether a declaration is in a sample of that percentage: decided by its text, so a change elsewhere moves nothing. */
function isChosen(text: string, percent: number): boolean {
  return createHash('sha256').update(text).digest().readUInt32BE() < (percent / 100) * 2 ** 32;
}

/**
 * The sources of a folder as Stryker takes them: globs for a whole run, `file.ts:10-24` for each declaration of a sample.
 * @param percent above 0, at most 100
 */
export function sourcesOf({ mutate }: MutatedFolder, percent: number): readonly string[] {
  if (percent === 100) return mutate;
  const left = mutate.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const files = globSync(
    mutate.filter((glob) => !glob.startsWith('!')),
    { exclude: left },
  ).toSorted();
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const lines = source.split('\n');
    return declarationsOf(source)
      .filter(({ from, to }) => isChosen(`${file}\n${lines.slice(from - 1, to).join('\n')}`, percent))
      .map(({ from, to }) => `${file}:${from}-${to}`);
  });
}
