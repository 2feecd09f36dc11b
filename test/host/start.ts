import { spawn } from 'node:child_process';
import { ensureBuilt } from './build.ts';
import { hostOfThisRun } from './choose-host.ts';
import { describeHost, NoHostError } from './chosen-host.ts';
import { hostCommand } from './command.ts';
import { ensureDisplay } from './display.ts';
import { answerHelp } from '../../relay/command-line.ts';

answerHelp(`npm start

Builds the app where that is needed and opens it on your own profile: in Electron where its binary is there or can be fetched, else
in an installed Chromium (test/host/README.md). The exit code is the app's.`);

const say = (line: string): void => {
  console.log(line);
};

async function start(): Promise<number> {
  const chosen = await hostOfThisRun(say);
  say(describeHost(chosen));
  await ensureBuilt(say);
  const headless = chosen.host === 'chromium' && process.env['BOXWRIGHT_HEADLESS'] === '1';
  const display = headless ? null : await ensureDisplay(say);
  const command = hostCommand(chosen);
  const screen = display?.name ? { DISPLAY: display.name } : {};
  const app = spawn(command.executable, command.args, {
    stdio: 'inherit',
    env: { ...process.env, ...command.env, ...screen },
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void app.kill(signal));
  const code = await new Promise<number>((resolve, reject) => {
    app.on('error', reject);
    app.on('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  display?.stop();
  return code;
}

try {
  process.exitCode = await start();
} catch (cause) {
  console.error(cause instanceof NoHostError || cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 1;
}
