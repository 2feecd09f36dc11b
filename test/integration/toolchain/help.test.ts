import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { projectRoot } from '../../host/electron/settings.ts';
import { longFrom } from '../../runner/long.ts';
import { builtRelay } from '../../runner/relay-bundle.ts';

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

/** npm runs it ahead of another; no person does. */
const isPreparation = (name: string): boolean =>
  name.startsWith('pre') && name.slice('pre'.length) in scripts;

/** The commands of this project; the others are those of packages. */
const isOwn = (script: string): boolean => script.startsWith('node ');

/** The first line of an own command's help: its name, and nothing of its work before it. */
function nameOf(command: string): RegExp {
  const words =
    command === 'start' || command === 'test' ? `npm ${command}` : `npm run (?:--silent )?${command}`;
  return new RegExp(`^${words}(?![\\w:])`);
}

// `npm run relay` runs what is built.
beforeAll(() => builtRelay());

describe.concurrent('--help', () => {
  const commands = Object.entries(scripts).filter(([name]) => !isPreparation(name));
  const own = commands
    .filter(([, script]) => isOwn(script))
    .map(([name, script], index) => [name, longFrom(1, index % 16), script] as const);
  const ofPackages = commands.filter(([, script]) => !isOwn(script));

  it.each(own)(
    'of npm run %s prints its usage, does nothing else, and exits with 0%s',
    async (name, _mark, script) => {
      expect(await helpOf(script)).toMatch(nameOf(name));
    },
  );

  it.each(ofPackages)('of npm run %s prints its usage, and exits with 0 @long', async (_name, script) => {
    expect((await helpOf(script)).trim()).not.toBe('');
  });
});
