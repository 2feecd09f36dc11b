import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { projectRoot } from '../../../host/electron/settings.ts';
import { oneAtATime } from '../../../host/one-at-a-time.ts';

const SETTINGS = [
  '--username',
  'relay',
  '--auth',
  'trust',
  '--encoding',
  'UTF8',
  '--locale',
  'C',
  '--no-sync',
];

/** The account that a server runs under, and the variables of its programs. */
export type ServerAccount = {
  readonly uid?: number;
  readonly gid?: number;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Makes the files of a server that has never run, in `folder`, and returns their place. `initdb` takes a second of processor time and
 * makes the same files each time, so they are made once per version and account, and copied.
 */
export async function newCluster(programs: string, folder: string, account: ServerAccount): Promise<string> {
  const version = basename(dirname(programs));
  const kept = join(
    projectRoot,
    'node_modules/.cache/boxwright',
    `postgres-${version}-${account.uid ?? 'self'}`,
  );
  const data = join(folder, 'data');
  await oneAtATime(`${kept}.lock`, async () => {
    if (existsSync(kept)) return;
    const made = join(folder, 'made');
    execFileSync(join(programs, 'initdb'), ['--pgdata', made, ...SETTINGS], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const copying = `${kept}.copying`;
    rmSync(copying, { recursive: true, force: true });
    copyWithOwner(made, copying);
    renameSync(copying, kept);
    rmSync(made, { recursive: true });
  });
  copyWithOwner(kept, data);
  return data;
}

/** The server refuses files of another account. */
function copyWithOwner(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to], { stdio: ['ignore', 'ignore', 'inherit'] });
}
