import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../../shared/result.ts';
import { SECOND } from '../../../shared/time.ts';

/** The parsed command line. */
export type HeadlessArguments = JobArguments | BundleArguments | { readonly task: 'help' };

/** One job. */
export interface JobArguments {
  readonly task: 'job';
  readonly jobFile: string;
  readonly timeoutMs: number;
  /** Reruns a job.json that this data folder has already finished. */
  readonly again: boolean;
}

/** The support bundle of the data folder. */
export interface BundleArguments {
  readonly task: 'bundle';
  readonly file: string;
}

const DEFAULT_TIMEOUT_SECONDS = 300;
const LONGEST_TIMEOUT_SECONDS = 86_400;
export const USAGE =
  'npm run headless -- --job job.json [--timeout SECONDS] [--again], or npm run headless -- --bundle bundle.zip';

const options = {
  job: { type: 'string' },
  bundle: { type: 'string' },
  timeout: { type: 'string', default: String(DEFAULT_TIMEOUT_SECONDS) },
  again: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Parses the arguments; a usage error is one plain sentence. */
export function readArguments(argv: readonly string[]): Result<HeadlessArguments, string> {
  const { values, tokens } = parseArgs({
    args: [...argv],
    options,
    // Error messages of parseArgs quote arguments, and one of them may be a pasted secret.
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') return err(`Every argument needs the name of its option: ${USAGE}`);
    if (token.kind === 'option' && !(token.name in options)) {
      return err(`There is no option ${token.rawName}: ${USAGE}`);
    }
  }
  const { job, bundle, timeout, again, help } = values;
  if (help === true) return ok({ task: 'help' });
  if (bundle !== undefined) {
    const alone = tokens.every((token) => token.kind === 'option' && token.name === 'bundle');
    if (!alone) return err(`--bundle stands alone: ${USAGE}`);
    if (typeof bundle !== 'string' || bundle === '') return err(`--bundle needs a file: ${USAGE}`);
    return ok({ task: 'bundle', file: bundle });
  }
  if (typeof job !== 'string' || job === '') return err(`--job is missing: ${USAGE}`);
  if (typeof again !== 'boolean') return err(`--again takes no value: ${USAGE}`);
  const seconds = typeof timeout === 'string' && timeout.trim() !== '' ? Number(timeout) : Number.NaN;
  // NaN fails these comparisons too.
  if (!(seconds >= 1 && seconds <= LONGEST_TIMEOUT_SECONDS)) {
    return err(`--timeout must be a number of seconds from 1 to ${LONGEST_TIMEOUT_SECONDS}.`);
  }
  return ok({ task: 'job', jobFile: job, timeoutMs: seconds * SECOND, again });
}
