import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../host/electron/settings.ts';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')));

/** Runs a script as npm does, with `--help` behind it. */
async function helpOf(script: string): Promise<string> {
  const PATH = [join(projectRoot, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `${script} --help`], {
    cwd: projectRoot,
    env: { ...process.env, PATH },
  });
  return stdout;
}

describe.concurrent('--help', () => {
  it.each(Object.entries(scripts))(
    'of npm run %s tells how it is used, and exits with 0',
    async (name, script) => {
      const help = await helpOf(script);
      expect(help.trim()).not.toBe('');
      if (/^node /.test(script)) {
        // Its own first line, and nothing of its work before it.
        const words = name === 'start' || name === 'test' ? `npm ${name}` : `npm run (?:--silent )?${name}`;
        expect(help).toMatch(new RegExp(`^${words}(?![\\w:])`));
      }
    },
  );
});
