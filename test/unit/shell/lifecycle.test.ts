import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import {
  askBeforeClosing,
  identifyApp,
  onSessionEnd,
  watchHanging,
  watchHelpers,
} from '../../../electron/shell/lifecycle.ts';
import { MINUTE } from '../../../shared/time.ts';

const held = vi.hoisted((): { app: unknown; readonly ids: string[] } => ({ app: null, ids: [] }));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  held.app = Object.assign(new Emitter(), { setAppUserModelId: (id: string) => held.ids.push(id) });
  return { app: held.app };
});

const kept: string[] = [];
const keep = (kind: string, reason: string) => void kept.push(`${kind} ${reason}`);
const log = () => undefined;
beforeEach(() => {
  held.ids.splice(0);
  kept.splice(0);
});

describe('the identity of the app', () => {
  it('is on Windows that of the installer’s shortcut', () => {
    const file = join(import.meta.dirname, '../../../electron-builder.yml');
    const { appId } = z.object({ appId: z.string() }).parse(parse(readFileSync(file, 'utf8')));
    identifyApp('win32');
    expect(held.ids).toEqual([appId]);
  });

  it.each(['darwin', 'linux'] as const)('is not set on %s', (platform) => {
    identifyApp(platform);
    expect(held.ids).toEqual([]);
  });
});

function windowInHand() {
  const facts = { looseEnds: true, quitting: false, staysInTray: false, hidden: 0, passed: 0 };
  const sent: unknown[] = [];
  const window = Object.assign(new EventEmitter(), {
    webContents: { send: (...message: unknown[]) => void sent.push(message) },
  });
  askBeforeClosing(window, {
    hasOpenWork: () => facts.looseEnds,
    isQuitting: () => facts.quitting,
    staysInTray: () => facts.staysInTray,
    hide: () => void (facts.hidden += 1),
    passed: () => facts.passed,
  });
  const closes = () => {
    let prevented = false;
    window.emit('close', { preventDefault: () => (prevented = true) });
    return !prevented;
  };
  return { facts, sent, closes };
}

describe('the closing of the window', () => {
  it('a window with something open leads to the end of the shift once; closed again at once, it closes', () => {
    const { sent, closes } = windowInHand();
    expect(closes()).toBe(false);
    expect(sent).toEqual([['boxwright:go', { screen: 'shift' }]]);
    expect(closes()).toBe(true);
    expect(sent).toHaveLength(1);
  });

  it('later in the day it asks again', () => {
    const { facts, closes } = windowInHand();
    closes();
    facts.passed = 2 * MINUTE;
    expect(closes()).toBe(false);
  });

  it('where everything is done, and where the app is quitting anyway, no question is asked', () => {
    const { facts, sent, closes } = windowInHand();
    facts.looseEnds = false;
    expect(closes()).toBe(true);
    facts.looseEnds = true;
    facts.quitting = true;
    expect(closes()).toBe(true);
    expect(sent).toEqual([]);
  });

  it('where the app stays in the tray, closing hides the window and asks nothing; quitting closes it', () => {
    const { facts, sent, closes } = windowInHand();
    facts.staysInTray = true;
    expect(closes()).toBe(false);
    expect(closes()).toBe(false);
    expect(facts.hidden).toBe(2);
    facts.quitting = true;
    expect(closes()).toBe(true);
    expect(sent).toEqual([]);
  });
});

function emitted(event: string, detail: object): void {
  if (!(held.app instanceof EventEmitter)) throw new Error('the module was not loaded');
  held.app.emit(event, {}, detail);
}

describe('unexpected stops', () => {
  it('records a helper that crashed, and none that ended normally', () => {
    watchHelpers(keep, log);
    emitted('child-process-gone', { type: 'GPU', reason: 'crashed', exitCode: 133 });
    emitted('child-process-gone', { type: 'Utility', reason: 'clean-exit', exitCode: 0 });
    expect(kept).toEqual(['helper GPU: crashed']);
  });

  it('keeps a window that no longer answers, each time', () => {
    const window = new EventEmitter();
    Reflect.apply(watchHanging, null, [window, keep, log]);
    window.emit('unresponsive');
    window.emit('responsive');
    window.emit('unresponsive');
    expect(kept).toEqual(['window-hung unresponsive', 'window-hung unresponsive']);
  });

  it('takes the end of the session for a closing: nothing stopped unexpectedly', () => {
    const window = new EventEmitter();
    let ended = 0;
    Reflect.apply(onSessionEnd, null, [window, () => (ended += 1)]);
    window.emit('session-end');
    expect(ended).toBe(1);
    expect(kept).toEqual([]);
  });
});
