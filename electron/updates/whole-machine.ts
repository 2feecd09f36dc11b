import { win32 } from 'node:path';

/**
 * The folders of programs for all users of a Windows machine. A user without administrator rights cannot write
 * there.
 */
const FOLDERS = ['ProgramFiles', 'ProgramFiles(x86)', 'ProgramW6432'] as const;

/**
 * Whether a Windows program was installed for all users of the machine. The administrator's tools that installed it
 * also update it; electron-updater would install a second copy for one user beside it.
 */
export function isForWholeMachine(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const path = win32.normalize(program).toLowerCase();
  return FOLDERS.some((name) => {
    const folder = env[name];
    return (
      folder !== undefined &&
      folder !== '' &&
      path.startsWith(`${win32.normalize(folder).toLowerCase()}${win32.sep}`)
    );
  });
}
