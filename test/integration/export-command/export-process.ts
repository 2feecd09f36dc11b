import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { RunningRelay } from '../../../relay/start.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import { builtPrograms, SHORT_LIVED } from '../../runner/programs.ts';
import { type HeadlessProcess, startProcess, type Variables } from '../headless/headless-process.ts';
import { tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

const program = (await builtPrograms()).export;

/** Text that occurs nowhere else, so that it is found wherever it is printed. */
export const SECRETS = { apiKey: 'canary-api-key', password: 'canary-password' } as const;

/** A scheduler's place: a folder, a token of the relay, and the command. */
export async function scheduler(relay: RunningRelay, role: RelayRole = 'supervisor') {
  const folder = tempFolder();
  mkdirSync(folder, { recursive: true });
  const { token } = await tokenFor(relay, [CUSTOMER], role, 'Scheduler');
  const variables: Variables = {
    TZ: 'UTC',
    BOXWRIGHT_ENVIRONMENT: 'uat',
    BOXWRIGHT_BASE_URL: 'http://127.0.0.1:9/v3',
    BOXWRIGHT_API_KEY: SECRETS.apiKey,
    BOXWRIGHT_USERNAME: 'scheduler',
    BOXWRIGHT_PASSWORD: SECRETS.password,
    BOXWRIGHT_CUSTOMER_ID: String(CUSTOMER),
    BOXWRIGHT_RELAY_URL: relay.url,
    BOXWRIGHT_RELAY_TOKEN: token,
    BOXWRIGHT_DATA_DIR: join(folder, 'data'),
  };
  return {
    folder,
    token,
    help: () => execFileSync(process.execPath, [SHORT_LIVED, program, '--help'], { encoding: 'utf8' }),
    path: (name: string) => join(folder, name),
    run: (args: readonly string[], changes: Variables = {}): HeadlessProcess => {
      const run = startProcess(process.execPath, [SHORT_LIVED, program, ...args], {
        ...variables,
        ...changes,
      });
      onTestFinished(async () => {
        run.child.kill('SIGKILL');
        await run.ended;
      });
      return run;
    },
  };
}
