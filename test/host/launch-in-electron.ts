import { _electron, type ElectronApplication } from '@playwright/test';
import { hostCommand } from './command.ts';
import { fakeCameraFlags } from './fake-camera.ts';
import type { LaunchedApp, LaunchRequest } from './launch.ts';
import { watchProcess } from './watched-process.ts';

/** Starts Electron through Playwright's own launcher. */
export async function launchInElectron({ chosen, env }: LaunchRequest): Promise<LaunchedApp> {
  const command = hostCommand(chosen);
  const electron = await _electron.launch({
    executablePath: command.executable,
    args: [...fakeCameraFlags(env['BOXWRIGHT_HOST_CAMERA']), ...command.args],
    env: { ...env, ...command.env },
  });
  const saveDir = env['BOXWRIGHT_HOST_SAVE_DIR'];
  if (saveDir !== undefined) await answerSaveDialogs(electron, saveDir);
  const child = electron.process();
  const watched = watchProcess(child);
  const page = await electron.firstWindow();
  await page.waitForLoadState('load');
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
