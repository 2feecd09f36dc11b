import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectRoot } from '../../host/electron/settings.ts';

/**
 * The host's exports are typed against Electron's own; this is the other half: the shell must compile against the host,
 * so that using something the host lacks is found here and not at a start of the app in it.
 */
it('the shell compiles against the Chromium host as it does against Electron @long', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boxwright-drift-'));
  // Electron's types without the module itself: an ambient module would win over the path mapping below.
  const types = await readFile(join(projectRoot, 'node_modules/electron/electron.d.ts'), 'utf8');
  const [namespaceOnly = ''] = types.split("declare module 'electron' {", 1);
  await writeFile(join(folder, 'electron-namespace.d.ts'), namespaceOnly);
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(projectRoot, 'test/tsconfig.json'),
      compilerOptions: {
        incremental: false,
        tsBuildInfoFile: null,
        rootDir: null,
        // The host's emitters do not know the events' names; their listeners are untyped.
        noImplicitAny: false,
        types: ['node'],
        typeRoots: [join(projectRoot, 'node_modules/@types')],
        paths: { electron: [join(projectRoot, 'test/host/electron/index.ts')] },
      },
      include: [
        'electron-namespace.d.ts',
        join(projectRoot, 'electron/shell'),
        join(projectRoot, 'electron/app/main.ts'),
      ],
      // It runs in the page, whose part of Electron the host installs by itself (test/host/electron/page-worlds.ts).
      exclude: [join(projectRoot, 'electron/shell/preload.ts')],
    }),
  );
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
  const outcome = await promisify(execFile)(process.execPath, [compiler, '-p', folder], {
    cwd: projectRoot,
  }).catch((failure: unknown) => failure);
  expect(outcome).toMatchObject({ stdout: '' });
  await rm(folder, { recursive: true, force: true });
});
