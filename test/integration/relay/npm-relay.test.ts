import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { memoryOf } from '../../bench/relay/process-figures.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { childEnvironment } from '../../runner/child-environment.ts';
import { relayProcess } from './relay-process.ts';
import { tempFolder } from './temp-folder.ts';

/** MiB of a relay without a laptop. From its sources it takes 150. */
const MOST_AT_REST = 125;

/** A copy of all that `npm run relay` needs, whose sources a test may change. */
function project(): string {
  const folder = tempFolder();
  const copied = ['relay', 'shared', 'test/host', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
  for (const name of [...copied, 'test/runner/relay-bundle.ts']) {
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const run = promisify(execFile);

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGTERM');
}

describe('npm run relay', () => {
  it('prints its line alone, and on a wrong setting one sentence, with exit code 2', async () => {
    const started = (variables: Readonly<Record<string, string>>) => {
      const child = spawn('npm', ['run', '--silent', 'relay'], {
        cwd: projectRoot,
        env: { ...childEnvironment(), RELAY_PORT: '0', RELAY_DATA_DIR: tempFolder(), ...variables },
        stdio: ['ignore', 'pipe', 'pipe'],
        // npm leaves the relay behind when it alone gets the signal.
        detached: true,
      });
      onTestFinished(() => endGroup(child));
      return child;
    };
    const relay = started({});
    const said = z.tuple([z.string()]).parse(await once(relay.stdout.setEncoding('utf8'), 'data'));
    expect(said[0]).toMatch(/^relay listening on http:\/\/127\.0\.0\.1:\d+\n$/);
    const ended = once(relay, 'close');
    endGroup(relay);
    await ended;

    const refused = started({ RELAY_PORT: 'many' });
    let reason = '';
    refused.stderr.setEncoding('utf8').on('data', (text: string) => (reason += text));
    expect(await once(refused, 'close')).toEqual([2, null]);
    expect(reason).toMatch(/^RELAY_PORT .*\.\n$/);
  });

  it('runs the sources as they are: a change is built first @long', async () => {
    const cwd = project();
    const help = async () => (await run('npm', ['run', '--silent', 'relay', '--', '--help'], { cwd })).stdout;
    expect(await help()).toMatch(/^npm run relay\n/);
    const main = join(cwd, 'relay/main.ts');
    writeFileSync(main, readFileSync(main, 'utf8').replaceAll('Starts the relay', 'Begins the relay'));
    expect(await help()).toMatch(/^Begins the relay/m);
  });

  it(`takes at most ${MOST_AT_REST} MiB at rest, on a machine that never compiled it`, async () => {
    const { child } = await relayProcess(tempFolder(), { NODE_DISABLE_COMPILE_CACHE: '1' });
    expect(memoryOf(child.pid ?? 0).most).toBeLessThanOrEqual(MOST_AT_REST);
  });
});
