import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { z } from 'zod';
import { readFileSync } from 'node:fs';
import { startDemoServices } from '../demo/services.ts';
import { projectRoot } from '../host/electron/settings.ts';
import { ensureBuilt } from '../host/build.ts';
import { launchApp } from '../host/launch.ts';
import { buildUnpacked, differingHalves } from './build-unpacked.ts';
import { faultsOfInstallers } from './installers.ts';
import { standInElectron, type System } from './stand-in-electron.ts';
import { faultsOf, sizeOf } from './what-is-inside.ts';
import { writeSbom } from './write-sbom.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run pack:check

Packages the app for each system and processor around a stand-in for Electron, up to the tools that make the installers. Looks at
contents, native module, size, policies, identity and file names, and runs the app in the host. Exit code 1 with a line for each fault.`);

/**
 * `npm run pack:check`: packages the app for each system around a stand-in for Electron, looks at what is inside and what
 * is not, and runs what is inside in the host, connected to a simulated operator. Exit code 1 with a line for each fault.
 */
const say = (line: string) => void process.stdout.write(`${line}\n`);

const { devDependencies } = z
  .object({ devDependencies: z.object({ electron: z.string() }) })
  .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')));

/** Starts the extracted app on a fresh folder; its databases are made and the fleet is read before Home answers. */
async function faultsOfRunning(folder: string, dataDir: string): Promise<readonly string[]> {
  const services = await startDemoServices({ cars: 20 });
  try {
    const app = await launchApp({ folder, env: { ...services.env, BOXWRIGHT_DATA_DIR: dataDir } });
    try {
      await app.page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
      await app.page.evaluate(() => window.boxwright.app.changePreferences({ language: 'de' }));
      await app.page.getByRole('button', { name: 'Auftrag übernehmen' }).waitFor();
      return [];
    } finally {
      await app.close();
    }
  } catch (cause) {
    return [`the packed app does not answer: ${cause instanceof Error ? cause.message : String(cause)}`];
  } finally {
    await services.stop();
  }
}

async function check(folder: string): Promise<readonly string[]> {
  await ensureBuilt(say);
  writeSbom(projectRoot);
  const faults: string[] = [];
  const systems: readonly System[] = ['linux', 'win', 'mac'];
  for (const system of systems) {
    const electron = standInElectron(folder, system, devDependencies.electron);
    const packed = await buildUnpacked(system, electron, join(folder, 'dist', system));
    for (const app of packed.apps) {
      const name = `${system} ${app.processor}`;
      const inside = join(folder, 'inside', name);
      extractAll(join(app.resources, 'app.asar'), inside);
      const found = faultsOf(app, inside);
      const size = `${sizeOf(app).toFixed(1)} MiB beside Electron`;
      say(`${name}: ${found.length === 0 ? 'as it has to be' : `${found.length} faults`}, ${size}`);
      faults.push(...found.map((fault) => `${name}: ${fault}`));
    }
    const found = [
      ...faultsOfInstallers(system, packed),
      ...(system === 'mac' ? differingHalves(packed.apps).map((name) => `the halves differ in ${name}`) : []),
    ];
    const kinds = packed.installers.map(({ kind }) => kind).join(', ');
    if (kinds !== '')
      say(`${system} ${kinds}: ${found.length === 0 ? 'as they have to be' : `${found.length} faults`}`);
    faults.push(...found.map((fault) => `${system}: ${fault}`));
  }
  return [
    ...faults,
    ...(await faultsOfRunning(join(folder, `inside/linux ${process.arch}`), join(folder, 'data'))),
  ];
}

const folder = await mkdtemp(join(tmpdir(), 'boxwright-pack-'));
try {
  const faults = await check(folder);
  for (const fault of faults) say(fault);
  say(faults.length === 0 ? 'the package is as it has to be, and runs' : `${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
