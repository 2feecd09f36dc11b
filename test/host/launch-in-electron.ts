import { _electron, type ElectronApplication } from '@playwright/test';
import { hostCommand } from './command.ts';
import { fakeCameraFlags } from './fake-camera.ts';
import type { LaunchedApp, LaunchRequest } from './launch.ts';
import { localNetworkFlags } from './local-network.ts';
import { watchProcess } from './watched-process.ts';

/** Starts Electron through Playwright's own launcher. */
export async function launchInElectron({ chosen, env, args, folder }: LaunchRequest): Promise<LaunchedApp> {
  const command = hostCommand(chosen, args, folder);
  const electron = await _electron.launch({
    executablePath: command.executable,
    args: [...fakeCameraFlags(env['BOXWRIGHT_HOST_CAMERA']), ...localNetworkFlags(env), ...command.args],
    env: { ...env, ...command.env },
  });
  const saveDir = env['BOXWRIGHT_HOST_SAVE_DIR'];
  if (saveDir !== undefined) await answerSaveDialogs(electron, saveDir);
  const child = electron.process();
  const watched = watchProcess(child);
  const page = await electron.firstWindow();
  await page.waitForLoadState('load');
  const [unanswered, broken] = [env['BOXWRIGHT_HOST_UNANSWERED'], env['BOXWRIGHT_HOST_BROKEN']];
  if (unanswered !== undefined || broken !== undefined) {
    await disturbCalls(electron, { unanswered: unanswered ?? '', broken: broken ?? '' });
    // Earlier answers are requested again.
    await page.reload();
  }
  return {
    host: chosen,
    page,
    process: child,
    output: watched.output,
    exited: watched.exited,
    close: async () => {
      await electron.close();
      return watched.exited;
    },
    sleep: () => electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend')),
    kill: async () => {
      child.kill('SIGKILL');
      await watched.exited;
    },
  };
}

/** A native dialog cannot be clicked from here: every save goes to `folder` under the name that was suggested. */
async function answerSaveDialogs(electron: ElectronApplication, folder: string): Promise<void> {
  await electron.evaluate(({ dialog }, target) => {
    Object.assign(dialog, {
      showSaveDialog: ({ defaultPath }: { readonly defaultPath?: string }) => {
        const name = (defaultPath ?? 'file').split(/[\\/]/).at(-1) ?? 'file';
        return Promise.resolve({ canceled: false, filePath: `${target}/${name}` });
      },
    });
  }, folder);
}

/** Calls of the window that get no answer, and those that break. Electron keeps its handlers in a field of its own. */
async function disturbCalls(
  electron: ElectronApplication,
  names: { readonly unanswered: string; readonly broken: string },
): Promise<void> {
  await electron.evaluate(({ ipcMain }, { unanswered, broken }) => {
    const handlers: unknown = Reflect.get(ipcMain, '_invokeHandlers');
    if (!(handlers instanceof Map)) throw new Error('this Electron keeps its handlers elsewhere');
    const known: Map<unknown, unknown> = handlers;
    const isOf = (list: string, call: unknown) =>
      typeof call === 'string' && list.split(' ').some((name) => name !== '' && call.startsWith(name));
    for (const [channel, handler] of known)
      known.set(channel, (event: unknown, call: unknown, ...rest: unknown[]) => {
        if (isOf(broken, call)) throw new Error('This call breaks, as asked by BOXWRIGHT_HOST_BROKEN.');
        if (isOf(unanswered, call)) return new Promise(() => {});
        if (typeof handler !== 'function') throw new Error('this Electron has no handler for that');
        const answer: unknown = Reflect.apply(handler, undefined, [event, call, ...rest]);
        return answer;
      });
  }, names);
}
