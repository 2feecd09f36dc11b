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

/** Hooks belong to `test/window`, in files of any name. */
const HOOK = /^(?:export )?(?:function|const) use[A-Z]/u;

/** The declarations of a file that are no hooks. Mutants never cross them, so a sample of declarations is a fair sample of mutants. */
export function declarationsOf(source: string): readonly Lines[] {
  const lines = source.split('\n');
  const starts = lines.flatMap((line, index) => (DECLARATION.test(line) ? [index + 1] : []));
  return starts
    .map((from, index) => ({ from, to: (starts[index + 1] ?? lines.length + 1) - 1 }))
    .filter(({ from }) => !HOOK.test(lines[from - 1] ?? ''));
}

/** A part of the declarations of a folder. */
export interface Sample {
  /** Above 0, at most 100. */
  readonly percent: number;
  /** Another seed chooses other declarations. */
  readonly seed: number;
}

/** Whether a declaration is in a sample: decided by its text, so a change elsewhere moves nothing. */
function isChosen(text: string, { percent, seed }: Sample): boolean {
  const hash = createHash('sha256').update(`${seed}\n${text}`).digest();
  return hash.readUInt32BE() < (percent / 100) * 2 ** 32;
}

/** The sources of a folder as Stryker takes them: `file.ts:10-24` for each declaration of the sample. */
export function sourcesOf({ mutate }: MutatedFolder, sample: Sample): readonly string[] {
  const left = mutate.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const files = globSync(
    mutate.filter((glob) => !glob.startsWith('!')),
    { exclude: left },
  ).toSorted();
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const lines = source.split('\n');
    return declarationsOf(source)
      .filter(({ from, to }) => isChosen(`${file}\n${lines.slice(from - 1, to).join('\n')}`, sample))
      .map(({ from, to }) => `${file}:${from}-${to}`);
  });
}
