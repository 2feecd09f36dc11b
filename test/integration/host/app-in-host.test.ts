import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { callNames } from '../../../shared/ipc/contract.ts';
import { hostCommand } from '../../host/command.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { type LaunchedApp, launchApp } from '../../host/launch.ts';
import { watchProcess } from '../../host/watched-process.ts';

let dataDir: string;
let app: LaunchedApp;

const start = () => launchApp({ shortLived: true, env: { BOXWRIGHT_DATA_DIR: dataDir } });

async function freshFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'boxwright-host-'));
}

/** Processes that were started with this data folder and are still there. */
async function leftBehind(): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const commandLine = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    if (commandLine.includes(dataDir)) found.push(commandLine.replaceAll('\0', ' '));
  }
  return found;
}

const nothingLeftBehind = () => vi.waitFor(async () => expect(await leftBehind()).toEqual([]));

describe('the built app in the host that is there', () => {
  beforeAll(async () => {
    dataDir = await freshFolder();
    app = await start();
  });
  afterAll(async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('answers a call of the contract through preload and router', async () => {
    const info = await app.page.evaluate(() => window.boxwright.app.info({}));
    const secrets: unknown = expect.stringMatching(/^(os-store|memory-only)$/);
    expect(info).toEqual({
      ok: true,
      value: { version: '0.1.0', host: app.host.host, demoOffered: true, secrets },
    });
  });

  it('answers bad input with a problem, not with an exception', async () => {
    const answer = await app.page.evaluate(() =>
      window.boxwright.directory.searchCars({ text: 'x', limit: -1 }),
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'input-invalid', params: { field: 'limit' } } });
  });

  it('gives the window the contract and nothing else of the process', async () => {
    const seen = await app.page.evaluate(() => ({
      bridge: Object.keys(window.boxwright).sort(),
      node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
      leaks: Object.keys(window).filter((name) => /electron|ipc|host_|deliver_|binding/i.test(name)),
    }));
    expect(seen).toEqual({
      bridge: [...new Set(callNames.map((name) => name.split('.')[0] ?? '')), 'onChanged', 'onGo'].toSorted(
        (one, other) => (one < other ? -1 : 1),
      ),
      node: [],
      leaks: [],
    });
  });

  it('offers one function for every call of the contract', async () => {
    const names = await app.page.evaluate(() =>
      Object.entries(window.boxwright).flatMap(([space, verbs]) =>
        typeof verbs === 'function' ? [] : Object.keys(verbs).map((verb) => `${space}.${verb}`),
      ),
    );
    expect(names.sort()).toEqual([...callNames].sort());
  });

  it('keeps the schema library out of the preload script', async () => {
    const preload = await readFile(join(projectRoot, 'out/preload/preload.cjs'), 'utf8');
    expect(preload).not.toMatch(/zod/i);
    expect(preload.length).toBeLessThan(8000);
  });

  it('cannot have its bridge replaced or bent by the page', async () => {
    const frozen = await app.page.evaluate(() => {
      const before = window.boxwright;
      Reflect.set(window, 'boxwright', {});
      Reflect.set(window.boxwright, 'app', {});
      return window.boxwright === before && 'info' in window.boxwright.app;
    });
    expect(frozen).toBe(true);
  });

  it('lets a listener for changes be added and taken away', async () => {
    expect(await app.page.evaluate(() => typeof window.boxwright.onChanged(() => {}))).toBe('function');
    expect(await app.page.evaluate(() => window.boxwright.onChanged(() => {})())).toBeUndefined();
  });

  it('stays where it is when the page tries to navigate away', async () => {
    const before = app.page.url();
    await app.page.evaluate(() => {
      location.href = 'https://elsewhere.example/';
    });
    await vi.waitFor(() => expect(app.output()).toContain('window.navigation-refused'));
    expect(app.page.url()).toBe(before);
    expect(await app.page.evaluate(() => typeof window.boxwright)).toBe('object');
  });

  it('opens no second window', async () => {
    await app.page.evaluate(() => void window.open('https://elsewhere.example/'));
    await vi.waitFor(() => expect(app.output()).toContain('window.open-refused'));
    await vi.waitFor(() => expect(app.page.context().pages()).toHaveLength(1));
  });

  it('has no network', async () => {
    const outcome = await app.page.evaluate(() =>
      fetch('https://elsewhere.example/').then(
        () => 'fetched',
        () => 'refused',
      ),
    );
    expect(outcome).toBe('refused');
  });

  it('runs no script that was not shipped with it', async () => {
    const ran = await app.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.injected = true';
      document.head.append(script);
      return 'injected' in window;
    });
    expect(ran).toBe(false);
  });

  it('receives no permission request and grants none', async () => {
    const states = await app.page.evaluate(async () => {
      const location = await navigator.permissions.query({ name: 'geolocation' });
      return [location.state, Notification.permission];
    });
    expect(states).toEqual(['denied', 'denied']);
  });
});

describe('starting and ending', () => {
  afterEach(async () => {
    await rm(dataDir, { recursive: true, force: true });
  });

  it('quits in order when asked, and leaves no process behind', async () => {
    dataDir = await freshFolder();
    const running = await start();
    expect(await running.close()).toBe(0);
    await nothingLeftBehind();
  });

  it('ends when its launcher is gone @long', async () => {
    dataDir = await freshFolder();
    const running = await start();
    // The app's sign of a dead launcher: the other end of its stdin is closed.
    running.process.stdin?.destroy();
    expect(await running.exited).toBe(0);
    await nothingLeftBehind();
  });

  it('ends with its window @long', async () => {
    dataDir = await freshFolder();
    const running = await start();
    await running.page.close();
    expect(await running.exited).toBe(0);
    await nothingLeftBehind();
  });

  it('leaves no browser behind when it is killed, and starts again on the same folder', async () => {
    dataDir = await freshFolder();
    const killed = await start();
    await killed.kill();
    await nothingLeftBehind();
    const again = await start();
    expect(await again.page.evaluate(() => window.boxwright.app.info({}))).toMatchObject({ ok: true });
    await again.close();
  });

  it('is one instance per folder: the second starts nothing, hands over the file it was to open, and ends', async () => {
    dataDir = await freshFolder();
    const first = await start();
    const command = hostCommand(first.host, ['--inspect', 'gone.boxwright-job']);
    const second = watchProcess(
      spawn(command.executable, command.args, {
        env: { ...process.env, ...command.env, BOXWRIGHT_DATA_DIR: dataDir, BOXWRIGHT_HEADLESS: '1' },
      }),
    );
    expect(await second.exited).toBe(0);
    expect(second.output()).toContain('app.already-running');
    const waiting = () => first.page.evaluate(() => window.boxwright.handover.opened({}));
    await vi.waitFor(async () =>
      expect(await waiting()).toMatchObject({
        ok: true,
        value: { number: 1, problem: { code: 'opened-file-gone', params: { file: 'gone.boxwright-job' } } },
      }),
    );
    expect(await first.page.evaluate(() => window.boxwright.app.info({}))).toMatchObject({ ok: true });
    await first.close();
  });
});
