import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { answerHelp } from '../../relay/command-line.ts';
import { faultsOfMessage } from './commit-message.ts';

answerHelp(`npm run commits -- RANGE
npm run commits -- --file FILE

Checks the messages of the commits in RANGE (main..HEAD when left out), or the message in FILE, by conventionalcommits.org.
Exit code 1 names each fault.`);

/** The checks, by the name each is reported under. */
function messages(): readonly { readonly name: string; readonly message: string }[] {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { file: { type: 'string' } },
  });
  if (values.file !== undefined) return [{ name: 'message', message: readFileSync(values.file, 'utf8') }];
  const [range = 'main..HEAD'] = positionals;
  // The range is data: nothing in it may be taken for an option of git.
  const log = execFileSync('git', ['log', '--format=%h%n%B%x00', '--end-of-options', range, '--'], {
    encoding: 'utf8',
  });
  return log
    .split('\0')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const end = entry.indexOf('\n');
      return { name: entry.slice(0, end), message: entry.slice(end + 1) };
    });
}

const faults = messages().flatMap(({ name, message }) =>
  faultsOfMessage(message).map((fault) => `${name}: ${fault}`),
);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
