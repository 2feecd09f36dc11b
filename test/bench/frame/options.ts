import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../../shared/result.ts';

/** The options of the command line. */
export type BenchOptions<Name extends string> = {
  /** In the order of the list, each once. */
  readonly names: readonly Name[];
  /** Where the figures go as JSON; null = nowhere. */
  readonly json: string | null;
  /** The file of earlier runs that this one is compared with and added to; null = none. */
  readonly against: string | null;
  /** On the profile of an old laptop. */
  readonly old: boolean;
};

/** How the command that runs these benches is used. */
export function usageOf(known: readonly string[]): string {
  return `npm run bench -- [${known.join('|')}] [--short] [--old] [--json FILE] [--against FILE]`;
}

/**
 * Which of the known benches to run: those named, with `--short` those of the short set, all where none is; with `--old` only
 * those that know the old laptop. An error is one plain sentence.
 */
export function readOptions<Name extends string>(
  argv: readonly string[],
  { known, short, old }: Readonly<Record<'known' | 'short' | 'old', readonly Name[]>>,
): Result<BenchOptions<Name>, string> {
  const usage = usageOf(known);
  const { positionals, values, tokens } = parseArgs({
    args: [...argv],
    options: {
      json: { type: 'string' },
      against: { type: 'string' },
      short: { type: 'boolean' },
      old: { type: 'boolean' },
    },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options = ['json', 'against', 'short', 'old'];
  const foreign = tokens.find((token) => token.kind === 'option' && !options.includes(token.name));
  if (foreign?.kind === 'option') return err(`There is no option ${foreign.rawName}: ${usage}`);
  const unknown = positionals.find((wanted) => !known.some((name) => name === wanted));
  if (unknown !== undefined) return err(`There is no bench ${unknown}: ${usage}`);
  const wanted = known.filter(
    (name) => positionals.includes(name) || (values.short === true && short.includes(name)),
  );
  const isOld = values.old === true;
  const unfit = wanted.find((name) => isOld && !old.includes(name));
  if (unfit !== undefined) return err(`${unfit} does not know --old (${old.join(', ')} do): ${usage}`);
  const files = { json: values.json ?? null, against: values.against ?? null };
  if (!isFile(files.json)) return err(`--json needs the name of a file: ${usage}`);
  if (!isFile(files.against)) return err(`--against needs the name of a file: ${usage}`);
  const all = isOld ? old : known;
  return ok({
    names: wanted.length === 0 ? all : wanted,
    json: files.json,
    against: files.against,
    old: isOld,
  });
}

const isFile = (said: string | boolean | null): said is string | null =>
  said === null || (typeof said === 'string' && said !== '');
