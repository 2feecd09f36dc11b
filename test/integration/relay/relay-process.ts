import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { relayArguments } from './relay-arguments.ts';
import { childEnvironment } from '../../runner/child-environment.ts';
import { builtPrograms, SHORT_LIVED } from '../../runner/programs.ts';

const programs = await builtPrograms();

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type RelayProcess = {
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
};

function runNode(args: readonly string[], variables: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, args, {
    env: { ...childEnvironment(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  const ended = once(child, 'close').then((): Ended => ({ code: child.exitCode, ...output }));
  return { child, output, ended };
}

/** Runs the token command to its end. */
export function tokenCommand(dataDir: string, ...args: readonly string[]): Promise<Ended> {
  return tokenCommandWith({ RELAY_DATA_DIR: dataDir }, ...args);
}

/** Runs the token command to its end on the store that the variables name. */
export function tokenCommandWith(
  variables: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  return runNode([SHORT_LIVED, programs.tokenCli, ...args], variables).ended;
}

/** Runs the backup command to its end. */
export function backupCommand(
  variables: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  return runNode([SHORT_LIVED, programs.backupCli, ...args], variables).ended;
}

/** Starts the relay that is expected to refuse, and waits for its end. */
export function refusedRelay(variables: Readonly<Record<string, string>>): Promise<Ended> {
  return runNode([SHORT_LIVED, programs.relay], variables).ended;
}

/** Starts a real relay process as `npm run relay` does, and waits for its line. */
export function relayProcess(
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<RelayProcess> {
  return startRelay(relayArguments(), dataDir, variables);
}

async function startRelay(
  args: readonly string[],
  dataDir: string,
  variables: Readonly<Record<string, string>>,
): Promise<RelayProcess> {
  const { child, output, ended } = runNode(args, {
    RELAY_DATA_DIR: dataDir,
    RELAY_PORT: '0',
    RELAY_ALLOW_NO_SECRET: '1',
    ...variables,
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const line = /^relay listening on (\S+)\n/.exec(output.stdout);
      if (line?.[1] !== undefined) resolve(line[1]);
    });
    void ended.then(({ stderr }) => reject(new Error(`the relay ended: ${stderr}`)));
  });
  return { url, child, ended };
}
