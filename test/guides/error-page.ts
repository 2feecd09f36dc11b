import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { problemCode } from '../../shared/problem.ts';

const words = z.object({
  problems: z.record(z.string(), z.object({ says: z.string(), next: z.string() })),
});

/** docs/errors.md as it is to stand: every code with the sentences that a person reads. */
export function errorPage(root: string): string {
  const { problems } = words.parse(JSON.parse(readFileSync(join(root, 'resources/locales/en.json'), 'utf8')));
  const entries = problemCode.options.map((code) => {
    const problem = problems[code];
    if (problem === undefined) throw new Error(`no sentences for ${code}`);
    return `- **\`${code}\`**: ${problem.says} _Next:_ ${problem.next}`;
  });
  const head =
    '# Errors\n\nWhat the window says, and the next step, by the code that logs and the headless run name. Written by `npm run errors`\n' +
    'from the words of the window; `{{…}}` is filled in. Whom to ask for what: [support](support.md).';
  return `${head}\n\n${entries.join('\n')}\n`;
}
