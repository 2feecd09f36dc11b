import { readFileSync } from 'node:fs';
import type { CDPSession, Page } from '@playwright/test';
import { z } from 'zod';
import { type LaunchedApp, launchApp } from '../../host/launch.ts';
import { inspect, type Inspector } from './inspector.ts';

/** How finely the turns of the main process are watched, ms. */
const WATCHED_EVERY_MS = 1;
const NANOSECONDS_PER_MS = 1e6;
const MICROSECONDS_PER_MS = 1000;
const MIB = 2 ** 20;

/**
 * How late the main process let others have their turn, and the most processor time of its thread between two turns of a
 * timer, ms. Other processes do not change the second.
 */
const loopDelay = z.object({ p99: z.number(), longest: z.number(), computed: z.number() });
export type LoopDelay = z.infer<typeof loopDelay>;

/** The memory of a process, MiB: live heap after a sweep, and all that the system counts. */
export interface Held {
  readonly heap: number;
  readonly rss: number;
}

/** The app in its real window, with an eye on its main process and on its renderer. */
export interface WatchedApp {
  readonly app: LaunchedApp;
  readonly page: Page;
  readonly main: Inspector;
  /** The main process is watched from now on. */
  readonly watchDelay: () => Promise<void>;
  /** The observations since. */
  readonly delay: () => Promise<LoopDelay>;
  readonly held: () => Promise<{ readonly main: Held; readonly renderer: Held }>;
  readonly close: () => Promise<void>;
}

/**
 * Starts the built app so that its main process can be asked; nothing in it runs otherwise than it would. Only where the host
 * runs the main process under Node.
 */
export async function launchWatched(env: Readonly<Record<string, string>>): Promise<WatchedApp> {
  const app = await launchApp({ env: { ...env, NODE_OPTIONS: '--inspect=127.0.0.1:0' } });
  const [, address] = /Debugger listening on (ws:\S+)/.exec(app.output()) ?? [];
  if (address === undefined) throw new Error('the main process of this host cannot be asked');
  const main = await inspect(address);
  const browser = app.page.context().browser();
  if (browser === null) throw new Error('the window has no browser');
  const renderer = await app.page.context().newCDPSession(app.page);
  const whole = await browser.newBrowserCDPSession();
  return {
    app,
    page: app.page,
    main,
    watchDelay: async () => {
      await main.evaluate(
        `void (globalThis.watchedDelay = process.getBuiltinModule('node:perf_hooks')
          .monitorEventLoopDelay({ resolution: ${WATCHED_EVERY_MS} })).enable();
        globalThis.watchedThread ??= { before: process.threadCpuUsage(), timer: setInterval(() => {
          const { watchedThread } = globalThis;
          const now = process.threadCpuUsage();
          const used = now.user + now.system - watchedThread.before.user - watchedThread.before.system;
          watchedThread.before = now;
          watchedThread.most = Math.max(watchedThread.most, used);
        }, ${WATCHED_EVERY_MS}) };
        globalThis.watchedThread.most = 0`,
      );
    },
    delay: async () => {
      const seen = await main.evaluate(
        `({ p99: globalThis.watchedDelay.percentile(99), longest: globalThis.watchedDelay.max,
          computed: globalThis.watchedThread.most })`,
      );
      const { p99, longest, computed } = loopDelay.parse(seen);
      const late = (ns: number) => ns / NANOSECONDS_PER_MS - WATCHED_EVERY_MS;
      return { p99: late(p99), longest: late(longest), computed: computed / MICROSECONDS_PER_MS };
    },
    held: async () => ({
      main: {
        heap: await aliveIn((method) => main.ask(method)),
        rss: residentOf(app.process.pid),
      },
      renderer: {
        heap: await aliveIn((method) => renderer.send(method)),
        rss: residentOf(await rendererOf(whole)),
      },
    }),
    close: async () => {
      main.close();
      await app.close();
    },
  };
}

type Sweep = 'HeapProfiler.collectGarbage' | 'Runtime.getHeapUsage';
const heapUsage = z.object({ usedSize: z.number() });

/** Twice: what a finaliser lets go is swept by the second. */
async function aliveIn(ask: (method: Sweep) => Promise<unknown>): Promise<number> {
  await ask('HeapProfiler.collectGarbage');
  await ask('HeapProfiler.collectGarbage');
  return heapUsage.parse(await ask('Runtime.getHeapUsage')).usedSize / MIB;
}

async function rendererOf(browser: CDPSession): Promise<number | undefined> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return renderers.toSorted((one, other) => residentOf(other.id) - residentOf(one.id))[0]?.id;
}

/** The system's count for a process, MiB; NaN where it has no such table. */
function residentOf(pid: number | undefined): number {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return Number.NaN;
  }
}
