import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { basename, join, win32 } from 'node:path';

/* The rules of a safe installation: only the verified bytes, and only where this app installs itself. */

const PIECE = 1024 * 1024;

/**
 * Copies a package into a new folder that only its owner may open, sets the execute bit, and returns the path of
 * the copy. The digest is computed over the copied bytes. Throws if the package was replaced since its
 * verification, or if a link or a pipe stands in its place. The folder of an earlier copy is removed first.
 *
 * @param sha512 base64, as in the publisher's statement.
 */
export function copyVerified(source: string, folder: string, sha512: string): string {
  rmSync(folder, { recursive: true, force: true });
  // Fails if the folder was recreated meanwhile, so that it contains no file of another program.
  mkdirSync(folder, { mode: 0o700 });
  const path = join(folder, basename(source));
  // Without O_NONBLOCK, a pipe in the package's place would block the exit of the app.
  const from = openSync(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(from).isFile()) throw new Error('the package is no file');
    const to = openSync(path, 'wx', 0o700);
    try {
      if (copyBytes(from, to) !== sha512) throw new Error('the package was changed after it was verified');
    } finally {
      closeSync(to);
    }
    return path;
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw cause;
  } finally {
    closeSync(from);
  }
}

/** Copies all bytes and returns their digest. */
function copyBytes(from: number, to: number): string {
  const hash = createHash('sha512');
  const piece = Buffer.alloc(PIECE);
  for (;;) {
    const length = readSync(from, piece, 0, PIECE, null);
    if (length === 0) return hash.digest('base64');
    const read = piece.subarray(0, length);
    hash.update(read);
    for (let written = 0; written < length;) written += writeSync(to, read, written);
  }
}

/**
 * A shell script, run as root, that installs the package at `$1` with the SHA-512 `$2` (hexadecimal). Another
 * program of the installer's account can replace the file at `$1` at any time, and would become root by it. So root
 * copies the file into a folder of its own and verifies that copy. Missing dependencies are fetched in the same way
 * as by electron-updater.
 */
export const ROOT_INSTALL = [
  'set -eu',
  'umask 077',
  'own=$(mktemp -d)',
  'trap \'rm -rf -- "$own"\' EXIT',
  'cp -- "$1" "$own/boxwright.deb"',
  'printf "%s  %s\\n" "$2" "$own/boxwright.deb" | sha512sum --check --status',
  'dpkg -i -- "$own/boxwright.deb" || apt-get install -f -y',
].join('\n');

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
