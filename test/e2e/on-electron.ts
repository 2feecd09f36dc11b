/** `npm run test:electron`: the end-to-end suite on real Electron, whose binary is fetched. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fetchElectron, installedElectron } from '../host/electron-binary.ts';
import { projectRoot } from '../host/electron/settings.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm run test:electron [-- ARGUMENT...]

Fetches Electron's binary where it is missing and runs the end-to-end suite on it, on Linux, Windows and macOS. The arguments go
to Playwright. Exit code 1 when the binary cannot be fetched: there is no fall-back to Chromium.`);

const refusal = installedElectron() === null ? await fetchElectron(console.log) : null;
if (refusal !== null) {
  console.error(`Electron is not there and ${refusal}.`);
  process.exit(1);
}
const cli = join(projectRoot, 'node_modules/@playwright/test/cli.js');
const config = join(import.meta.dirname, 'playwright.config.ts');
const suite = spawn(process.execPath, [cli, 'test', `--config=${config}`, ...process.argv.slice(2)], {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...process.env, BOXWRIGHT_HOST: 'electron' },
});
suite.on('exit', (code) => process.exit(code ?? 1));
