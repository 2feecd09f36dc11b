import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../host/electron/settings.ts';
import { answerHelp } from '../../relay/help.ts';

answerHelp(`npm run attacks [-- PART...]

Runs every attack, also the heavy ones, or those whose path holds a part.`);

const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
const child = spawn(process.execPath, [vitest, 'run', '--project=attacks', ...process.argv.slice(2)], {
  cwd: projectRoot,
  env: { ...process.env, BOXWRIGHT_ALL_ATTACKS: '1' },
  stdio: 'inherit',
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
