import { EventEmitter } from 'node:events';
import { beforeEach, expect, it, vi } from 'vitest';
import { onSessionEnd, watchHanging, watchHelpers } from '../../../electron/shell/watch-stops.ts';

const held = vi.hoisted((): { app: unknown } => ({ app: null }));
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  held.app = new Emitter();
  return { app: held.app };
});

const kept: string[] = [];
const keep = (kind: string, reason: string) => void kept.push(`${kind} ${reason}`);
const log = () => undefined;
beforeEach(() => kept.splice(0));

function emitted(event: string, detail: object): void {
  if (!(held.app instanceof EventEmitter)) throw new Error('the module was not loaded');
  held.app.emit(event, {}, detail);
}

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
