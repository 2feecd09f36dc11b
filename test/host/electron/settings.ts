import { join } from 'node:path';

/** Repository root: what Electron would call the app path. */
export const projectRoot = join(import.meta.dirname, '../../..');

/** The launcher's settings of the host, through the environment. */
export const settings = {
  chromium: process.env['BOXWRIGHT_HOST_CHROMIUM'] ?? '/usr/bin/chromium',
  headless: process.env['BOXWRIGHT_HEADLESS'] === '1',
  /** 0 = any free port; undefined = no debugging port. */
  debugPort: process.env['BOXWRIGHT_HOST_DEBUG_PORT'],
  /** End when the launcher at the other end of stdin is gone, however it went: a dead test run leaves no app behind. */
  endsWithLauncher: process.env['BOXWRIGHT_HOST_ENDS_WITH_LAUNCHER'] === '1',
  /** The replacement of a camera: a video file (Y4M or MJPEG); undefined = the machine's own cameras. */
  camera: process.env['BOXWRIGHT_HOST_CAMERA'],
  /** Where the save dialog "chooses" to save; undefined = the suggested place. */
  saveDir: process.env['BOXWRIGHT_HOST_SAVE_DIR'],
  /** Where printed documents go; undefined = to the printer. */
  printDir: process.env['BOXWRIGHT_HOST_PRINT_DIR'],
  /** The file that the open dialog "chooses"; undefined = it is cancelled. */
  openFile: process.env['BOXWRIGHT_HOST_OPEN_FILE'],
  /** A PAC script that stands for the system's proxy settings; undefined = the variables HTTPS_PROXY and its kin. */
  pacFile: process.env['BOXWRIGHT_HOST_PAC_FILE'],
  /** Where everything that goes to the window is written, a line of JSON each; undefined = nowhere. */
  trafficFile: process.env['BOXWRIGHT_HOST_TRAFFIC'],
  /** Calls of the window that get no answer: names of the contract, or how they begin, with blanks between. */
  unanswered: names('BOXWRIGHT_HOST_UNANSWERED'),
  /** Calls of the window that break on the way, named likewise. */
  broken: names('BOXWRIGHT_HOST_BROKEN'),
} as const;

function names(variable: string): readonly string[] {
  return (process.env[variable] ?? '').split(' ').filter((name) => name !== '');
}
