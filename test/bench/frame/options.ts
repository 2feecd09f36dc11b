import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../../shared/result.ts';

/** The options of the command line. */
export type BenchOptions<Name extends string> = {
  /** In the order of the list, each once. */
  readonly names: readonly Name[];
  /** Where the figures go as JSON; null = nowhere. */
  readonly json: string | null;
};

/** How the command that runs these benches is used. */
export function usageOf(known: readonly string[]): string {
  return `npm run bench -- [${known.join('|')}] [--json FILE]`;
}

/** Which of the known benches to run: those named, all where none is; what does not fit is one plain sentence. */
export function readOptions<Name extends string>(
  argv: readonly string[],
  known: readonly Name[],
): Result<BenchOptions<Name>, string> {
  const usage = usageOf(known);
  const { positionals, values, tokens } = parseArgs({
    args: [...argv],
    options: { json: { type: 'string' } },
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const foreign = tokens.find((token) => token.kind === 'option' && token.name !== 'json');
  if (foreign?.kind === 'option') return err(`There is no option ${foreign.rawName}: ${usage}`);
  const names = known.filter((name) => positionals.includes(name));
  const unknown = positionals.find((wanted) => !known.some((name) => name === wanted));
  if (unknown !== undefined) return err(`There is no bench ${unknown}: ${usage}`);
  const { json } = values;
  if (json === undefined) return ok({ names: names.length === 0 ? known : names, json: null });
  if (typeof json !== 'string' || json === '') return err(`--json needs the name of a file: ${usage}`);
  return ok({ names: names.length === 0 ? known : names, json });
}
