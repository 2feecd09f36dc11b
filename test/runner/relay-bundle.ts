import { join } from 'node:path';
import { type Built, ensureBuilt } from '../host/build.ts';
import { projectRoot } from '../host/electron/settings.ts';

const pathOf = (name: string): string => `out/relay/${name}.js`;

const RELAY: Built = {
  products: ['main', 'token-cli', 'backup-cli', 'quarantine-cli', 'writer-thread'].map(pathOf),
  sources: ['relay', 'shared', 'package-lock.json'],
  builder: ['node_modules/vite/bin/vite.js', 'build', '--config', 'relay/vite.config.ts'],
  lock: 'node_modules/.cache/boxwright/relay-bundle.lock',
};

/** The relay as it is deployed, built when it is missing or older than a source. */
export async function builtRelay() {
  await ensureBuilt(() => undefined, RELAY);
  return {
    relay: join(projectRoot, pathOf('main')),
    tokenCli: join(projectRoot, pathOf('token-cli')),
    backupCli: join(projectRoot, pathOf('backup-cli')),
  };
}

// Ahead of `npm run relay`, whose output is the relay's own.
if (import.meta.main) await builtRelay();
