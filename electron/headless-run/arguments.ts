import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../shared/result.ts';
import { SECOND } from '../../shared/time.ts';

/** What the command line asks for. */
export interface HeadlessArguments {
  readonly jobFile: string;
  readonly timeoutMs: number;
  /** Run a job.json that this data folder has finished before once more. */
  readonly again: boolean;
}

const DEFAULT_TIMEOUT_SECONDS = 300;
const LONGEST_TIMEOUT_SECONDS = 86_400;
const USAGE = 'npm run headless -- --job job.json [--timeout SECONDS] [--again]';

const options = {
  job: { type: 'string' },
  timeout: { type: 'string', default: String(DEFAULT_TIMEOUT_SECONDS) },
  again: { type: 'boolean', default: false },
} as const;

/** Parses the arguments; a usage error is one plain sentence. */
export function readArguments(argv: readonly string[]): Result<HeadlessArguments, string> {
  const { values, tokens } = parseArgs({
    args: [...argv],
    options,
    // What parseArgs would say quotes arguments, and one of them may be a pasted secret.
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') return err(`Every argument needs the name of its option: ${USAGE}`);
    if (token.kind === 'option' && !(token.name in options)) {
      return err(`There is no option ${token.rawName}: ${USAGE}`);
    }
  }
  const { job, timeout, again } = values;
  if (typeof job !== 'string' || job === '') return err(`--job is missing: ${USAGE}`);
  if (typeof again !== 'boolean') return err(`--again takes no value: ${USAGE}`);
  const seconds = typeof timeout === 'string' && timeout.trim() !== '' ? Number(timeout) : Number.NaN;
  // Not a number fails the comparisons too.
  if (!(seconds >= 1 && seconds <= LONGEST_TIMEOUT_SECONDS)) {
    return err(`--timeout must be a number of seconds from 1 to ${LONGEST_TIMEOUT_SECONDS}.`);
  }
  return ok({ jobFile: job, timeoutMs: seconds * SECOND, again });
}
