import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../host/electron/settings.ts';
import { answerHelp } from '../../relay/command-line.ts';
import { writeSbom } from './write-sbom.ts';

answerHelp(`npm run dist [-- --signed] [-- ARGUMENT...]

Builds the bundles, writes the software bill of materials and makes the packages of electron-builder.yml in dist/, for this
system or those that the arguments name (--win, --mac, --linux). The arguments go to electron-builder. Nothing is published.

  --signed  fails where the certificate of the system, or Apple's account for notarisation, is not in the environment`);

/** Variables without which a package of the system would leave unsigned, or not notarised (docs/operations.md). */
const CERTIFICATES = {
  '--win': ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
  '--mac': ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
} as const;

function missing(args: readonly string[]): readonly string[] {
  const names = Object.entries(CERTIFICATES).flatMap(([system, variables]) =>
    args.includes(system) ? variables : [],
  );
  return names.filter((name) => (process.env[name] ?? '') === '');
}

function run(...[cli, ...args]: readonly [string, ...string[]]): void {
  const { status } = spawnSync(process.execPath, [join(projectRoot, 'node_modules', cli), ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

const given = process.argv.slice(2);
const args = given.filter((word) => word !== '--signed');
const lacking = given.includes('--signed') ? missing(args) : [];
if (lacking.length > 0) {
  console.error(`not signed: ${lacking.join(', ')} not set`);
  process.exit(1);
}
run('electron-vite/bin/electron-vite.js', 'build');
writeSbom(projectRoot);
run('electron-builder/cli.js', '--publish', 'never', ...args);
