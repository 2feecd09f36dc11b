import type { AppCoreDeps } from '../../../electron/app/app-core.ts';

/** A desktop on which nothing is shown, printed, saved or quit: the machine's clock is all that is real. */
export const nothingOutside = {
  host: 'chromium',
  policySources: [],
  clock: {
    now: () => Date.now(),
    passed: () => performance.now(),
    setTimer: (callback, delayMs) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  },
  pdf: { render: () => Promise.reject(new Error('nothing is printed here')) },
  printer: { print: () => Promise.reject(new Error('nothing is printed here')) },
  showInFolder: () => undefined,
  openFile: () => Promise.resolve(true),
  saveDialog: { choose: () => Promise.resolve(null) },
  openDialog: { choose: () => Promise.resolve(null) },
  installer: {
    kind: null,
    isFor: () => Promise.resolve(false),
    fetch: () => Promise.resolve(null),
    accept: () => Promise.resolve(),
    forget: () => undefined,
    installAtEnd: () => undefined,
  },
  release: { key: null, feed: null },
  resolveProxy: () => Promise.resolve('DIRECT'),
  power: { onAway: () => () => undefined, onResume: () => () => undefined },
  appearance: { use: () => undefined },
  background: { use: () => undefined },
  notifier: { show: () => undefined },
  presence: { show: () => undefined },
  quit: () => undefined,
  loadPage: () => undefined,
  demo: {
    offered: false,
    start: () => Promise.reject(new Error('there is no demonstration here')),
    stop: () => Promise.resolve(),
  },
  stops: {
    keep: () => undefined,
    list: () => [],
    unreported: () => [],
    reported: () => undefined,
    begin: () => undefined,
    end: () => undefined,
  },
  log: () => undefined,
  publish: () => undefined,
} satisfies Partial<AppCoreDeps>;
