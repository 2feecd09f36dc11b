import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { expect, test } from 'vitest';
import config from '../../../electron.vite.config.ts';
import { projectRoot } from '../../host/electron/settings.ts';

const ENTRY = 'virtual:entry';

/** The script that the window's build makes of an entry, without the packages that it imports. */
async function bundleOf(entry: string): Promise<string> {
  const given: Plugin = {
    name: 'entry',
    resolveId: (id) => (id === ENTRY ? id : null),
    load: (id) => (id === ENTRY ? entry : null),
  };
  const built = await build({
    root: projectRoot,
    configFile: false,
    logLevel: 'silent',
    plugins: [given, config.renderer?.plugins],
    build: { write: false, minify: false, rolldownOptions: { input: ENTRY, external: ['zod'] } },
  });
  if ('on' in built) throw new Error('the build watches');
  return [built]
    .flat()
    .flatMap(({ output }) => output)
    .map((part) => (part.type === 'chunk' ? part.code : ''))
    .join('\n');
}

const rescue = join(projectRoot, 'shared/relay/rescue.ts').replaceAll('\\', '/');

test('the window makes no schema of a module of which it uses a number alone', async () => {
  const script = await bundleOf(`import { SILENT_FOR_MS } from '${rescue}'; console.log(SILENT_FOR_MS);`);
  expect(script).toContain('SILENT_FOR_MS');
  expect(script).not.toMatch(/\bz\.|\bobject\(|keptAt|proof/);
});

test('the window makes the schemas that it uses and those that they are made of', async () => {
  const script = await bundleOf(`import { mirror } from '${rescue}'; console.log(mirror.parse({}));`);
  expect(script).toContain('keptAt');
  expect(script).toContain('jobId');
  expect(script).not.toMatch(/proof|continued/);
});
