import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run kill:relay [-- N]

Kills the relay N times (50) under load on each of its stores and looks whether a result is lost or counted twice.`);

/**
 * `npm run kill:relay -- N`: kills the relay N times (50) under load on each of its stores; the same test runs a few rounds
 * among all others.
 */
const root = join(import.meta.dirname, '../..');
const [rounds = '50', ...rest] = process.argv.slice(2);
if (rest.length > 0 || !/^[1-9]\d{0,3}$/.test(rounds)) {
  console.error('Usage: npm run kill:relay -- N, with N from 1 to 9999.');
  process.exitCode = 2;
} else {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const run = spawnSync(process.execPath, [vitest, 'run', 'test/integration/relay/durability.test.ts'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, RELAY_KILL_ROUNDS: rounds },
  });
  process.exitCode = run.status ?? 1;
}
