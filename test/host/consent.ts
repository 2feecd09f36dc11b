import { createInterface } from 'node:readline/promises';

/** The inputs that decide whether packages may be installed on this machine. */
export interface ConsentParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A person sits at this terminal. */
  readonly isTerminal: boolean;
  /** The answer of that person to a question of one line. */
  readonly ask: (question: string) => Promise<string>;
}

/**
 * May `packages` be installed on this machine? A person at a terminal is asked first, unless the command was given `--yes`
 * (`BOXWRIGHT_HOST_INSTALL=yes`). Continuous integration, and a process without a terminal, go on: there is no person to ask.
 */
export async function mayInstall(
  packages: readonly string[],
  { env, isTerminal, ask }: ConsentParts = ofThisProcess(),
): Promise<boolean> {
  if (env['BOXWRIGHT_HOST_INSTALL'] === 'yes' || isSet(env['CI']) || !isTerminal) return true;
  const answer = await ask(`Install ${packages.join(' ')} on this machine with apt-get? [y/N] `);
  return /^y(?:es)?$/i.test(answer.trim());
}

const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== 'false';

function ofThisProcess(): ConsentParts {
  return {
    env: process.env,
    isTerminal: process.stdin.isTTY && process.stderr.isTTY,
    ask: async (question) => {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return await lines.question(question);
      } finally {
        lines.close();
      }
    },
  };
}
