import { existsSync } from 'node:fs';
import { findOnPath } from './debian-packages.ts';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'] as const;
const CHROMIUM_PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
] as const;

const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'] as const;

/** The installed Chromium; null when there is none. */
export function findChromium(): string | null {
  return findOnPath(CHROMIUM_NAMES) ?? CHROMIUM_PLACES.find((place) => existsSync(place)) ?? null;
}

/**
 * Chromium's headless shell: the same engine without the browser around it, for a fifth less processor time. It has no camera.
 * Null when it is not installed.
 */
export function findHeadlessShell(): string | null {
  return findOnPath(SHELL_NAMES);
}
