import { parseArgs } from 'node:util';
import { answerHelp } from '../../relay/command-line.ts';

/** How much, and which of all that could be made up. */
export type FuzzArguments = { readonly runs: number; readonly seed: number };

/** Reads `[--runs N] [--seed NUMBER]`; null after it printed the usage of `script`. */
export function fuzzArguments(script: string): FuzzArguments | null {
  const usage = `npm run ${script} -- [--runs N] [--seed NUMBER]`;
  answerHelp(usage);
  const { values } = parseArgs({
    options: { runs: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
  });
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  if (Number.isSafeInteger(runs) && runs >= 1 && Number.isSafeInteger(seed) && seed >= 0)
    return { runs, seed };
  console.error(`Usage: ${usage}`);
  return null;
}
