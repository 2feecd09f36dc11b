import { win32 } from 'node:path';

/** Where Windows has the programs of all persons of a machine; a person without an administrator's rights cannot write there. */
const FOLDERS = ['ProgramFiles', 'ProgramFiles(x86)', 'ProgramW6432'] as const;

/**
 * Whether a program of Windows was installed for every person of the machine. The administrator's tools, which installed it, also update it;
 * electron-updater would install a second copy for one person beside it.
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
