import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../host/electron/settings.ts';
import { answerHelp } from '../../relay/command-line.ts';
import { countAttacks, countInWords, LEAST_ATTACKS } from './count-attacks.ts';

answerHelp(`npm run attacks [-- PART...]

Runs every attack, also the heavy ones, or those whose path holds a part. Prints their count; all together are at least ${LEAST_ATTACKS}.`);

const parts = process.argv.slice(2);
const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
const folder = mkdtempSync(join(tmpdir(), 'boxwright-attacks-'));
const report = join(folder, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
const child = spawn(process.execPath, [vitest, 'run', '--project=attacks', ...reporters, ...parts], {
  cwd: projectRoot,
  env: { ...process.env, BOXWRIGHT_ALL_ATTACKS: '1' },
  stdio: 'inherit',
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
  if (code === 0) {
    const counted = countAttacks(readFileSync(report, 'utf8'));
    console.log(countInWords(counted));
    if (parts.length === 0 && counted.held < LEAST_ATTACKS) {
      console.error(`The suite has fewer than ${LEAST_ATTACKS} attacks.`);
      process.exitCode = 1;
    }
  }
  rmSync(folder, { recursive: true, force: true });
});
