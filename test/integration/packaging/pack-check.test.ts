import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** Three packages and a start: some half a minute, and more beside other tests. */
const LONGEST_MS = 300_000;

test(
  'the package of each system holds what the app needs and nothing else, and what is packed runs @long',
  async () => {
    const check = spawn(process.execPath, [join(root, 'test/packaging/main.ts')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = text(check.stdout);
    await new Promise((resolve) => check.once('exit', resolve));
    const lines = (await said).trimEnd().split('\n');
    expect(lines).toContain('the package is as it has to be, and runs');
    expect(check.exitCode).toBe(0);
  },
  LONGEST_MS,
);
