import { ChildProcess } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { fakeCameraFlags } from '../fake-camera.ts';
import { localNetworkFeatures } from '../local-network.ts';
import { settings } from './settings.ts';

/** How far WebRTC may reach, for every page. */
export const WEBRTC_POLICY = 'disable_non_proxied_udp';

/** Debian's Chromium without anything that talks to the network or asks the person about itself (architecture.md §10). */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--no-default-browser-check',
  `--force-webrtc-ip-handling-policy=${WEBRTC_POLICY}`,
  `--disable-features=${[
    'Translate',
    'MediaRouter',
    'OptimizationHints',
    // The address bar's suggestions are a page of their own, in a process that costs more CPU time than Boxwright's start.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    ...localNetworkFeatures(process.env),
  ].join(',')}`,
] as const;

const runsAsRoot = process.getuid?.() === 0;
/** As root Chromium starts only without its sandbox; `--test-type` keeps the bar about that out of the window. */
const ROOT = runsAsRoot ? ['--no-sandbox', '--test-type'] : [];
/** The host ends Chromium itself, in the app's own order of quitting. */
const OWN_SIGNALS = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } as const;

/** Size and place of the window to open. */
export interface WindowPlace {
  readonly width: number;
  readonly height: number;
  readonly x: number | undefined;
  readonly y: number | undefined;
}

let context: BrowserContext | null = null;
let processId = 0;
/** Playwright names no process, but Node announces each one that it creates. The first Chromium has the app's window. */
channel('child_process').subscribe((message) => {
  const { process: created } = z.object({ process: z.instanceof(ChildProcess) }).parse(message);
  created.once('spawn', () => {
    if (created.spawnfile !== settings.chromium) return;
    processId ||= created.pid ?? 0;
    created.once('exit', () => leavePipes(created));
  });
});
/** Playwright waits for the pipes too. A crash handler of Chromium that crashed itself outlives it and holds them for ever. */
function leavePipes({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}
/** The number of the process of Chromium; 0 before it runs. */
export const engineProcessId = (): number => processId;
let printer: Promise<Browser> | null = null;

/** Starts Chromium with its profile below `userData`, one window without tabs or address bar. */
export async function openAppPage(userData: string, place: WindowPlace): Promise<Page> {
  if (context !== null) throw new Error('the Chromium host opens one app window');
  const profile = join(userData, 'chromium-host');
  await mkdir(profile, { recursive: true });
  context = await chromium.launchPersistentContext(profile, {
    executablePath: settings.chromium,
    headless: settings.headless,
    chromiumSandbox: !runsAsRoot,
    ignoreDefaultArgs: ['--enable-automation'],
    ...OWN_SIGNALS,
    // Null = what the system and the app say, not Playwright's defaults.
    viewport: null,
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
    acceptDownloads: false,
    args: [...QUIET, ...ROOT, ...windowFlags(place), ...debugFlags(), ...fakeCameraFlags(settings.camera)],
  });
  if (settings.debugPort !== undefined) await announceDebugging(profile);
  const page = context.pages()[0] ?? (await context.newPage());
  if (settings.headless) await fitContent(page, place);
  return page;
}

/** A hidden page, in a browser of its own that prints. */
export async function openHiddenPage(javaScriptEnabled: boolean): Promise<Page> {
  printer ??= chromium.launch({
    executablePath: settings.chromium,
    headless: true,
    chromiumSandbox: !runsAsRoot,
    ...OWN_SIGNALS,
    args: [...QUIET, ...ROOT],
  });
  const browser = await printer;
  return browser.newPage({ javaScriptEnabled, acceptDownloads: false });
}

/** Ends every Chromium this process started. */
export async function closeEngine(): Promise<void> {
  const browser = await printer?.catch(() => null);
  await Promise.all([context?.close().catch(() => {}), browser?.close().catch(() => {})]);
}

function windowFlags({ width, height, x, y }: WindowPlace): string[] {
  const flags = [`--window-size=${width},${height}`];
  if (x !== undefined && y !== undefined) flags.push(`--window-position=${x},${y}`);
  // An app window has no tabs and no address bar; its own start page is replaced at once.
  if (!settings.headless) flags.push('--app=data:text/html,<title>Boxwright</title>');
  return flags;
}

function debugFlags(): string[] {
  return settings.debugPort === undefined ? [] : [`--remote-debugging-port=${settings.debugPort}`];
}

/** Headless Chromium subtracts the bars of a window it does not draw; give the content the whole size. */
async function fitContent(page: Page, { width, height }: WindowPlace): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const { windowId } = await cdp.send('Browser.getWindowForTarget');
  const inner = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const bounds = { width: width + (width - inner.width), height: height + (height - inner.height) };
  await cdp.send('Browser.setWindowBounds', { windowId, bounds });
  await cdp.detach();
}

/** Chromium writes the port it chose into its profile before it opens the first page. */
async function announceDebugging(profile: string): Promise<void> {
  const [port = '', path = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n');
  process.stdout.write(`host debugging on ws://127.0.0.1:${port}${path}\n`);
}
