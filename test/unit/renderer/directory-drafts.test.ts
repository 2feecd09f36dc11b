import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftStore } from '../../../renderer/data/form-drafts.ts';
import type { TopicListener } from '../../../renderer/data/topics.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A laptop that keeps drafts, and a window on it. */
function stage(kept: Record<string, string> = {}) {
  const disk = new Map(Object.entries(kept));
  const saves: string[] = [];
  const listeners = new Set<TopicListener>();
  const drafts = createDraftStore({
    drafts: () =>
      Promise.resolve({
        ok: true,
        value: { drafts: [...disk].map(([form, draft]) => ({ form, draft })) },
      }),
    save: ({ form, draft }) => {
      saves.push(form);
      if (draft === null) disk.delete(form);
      else disk.set(form, draft);
      return Promise.resolve({ ok: true, value: {} });
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  const anotherProfile = () => {
    for (const listener of listeners) listener(['profile']);
  };
  const read = () => vi.waitFor(() => expect(drafts.store.getState().read).toBe(true));
  const typed = () => drafts.store.getState().drafts;
  return { disk, saves, drafts, anotherProfile, read, typed };
}

test('typed text is saved once when typing rests, with all keystrokes', () => {
  const { disk, saves, drafts } = stage();
  for (const name of ['V', 'Va', 'Van']) drafts.change('new-car new', { name });
  drafts.change('new-car new', { vin: 'WF0' });
  expect(saves).toEqual([]);
  vi.runAllTimers();
  expect(saves).toEqual(['new-car new']);
  expect(disk.get('new-car new')).toBe('{"name":"Van","vin":"WF0"}');
});

test('a form that is left before typing has rested is written down at once, and not again later', () => {
  const { disk, saves, drafts } = stage();
  drafts.change('install-box car:1', { serial: '0012 3' });
  drafts.flush();
  expect(disk.get('install-box car:1')).toBe('{"serial":"0012 3"}');
  vi.runAllTimers();
  drafts.flush();
  expect(saves).toHaveLength(1);
});

test('a draft of an earlier run is there once it is read; other values are passed over', async () => {
  const { drafts, read, typed } = stage({ 'edit-car 7': '{"name":"Van"}', 'edit-car 8': 'null', old: '{' });
  drafts.start();
  expect(drafts.store.getState().read).toBe(false);
  await read();
  expect(typed()).toEqual({ 'edit-car 7': { name: 'Van' }, 'edit-car 8': {}, old: {} });
});

test('a sent or cancelled draft is dropped, also when it was typed a moment ago', () => {
  const { disk, drafts, typed } = stage();
  drafts.change('group-name new', { name: 'Tour 12' });
  drafts.flush();
  drafts.change('group-name new', { name: 'Tour 13' });
  drafts.forget('group-name new');
  vi.runAllTimers();
  expect([disk.size, typed()]).toEqual([0, {}]);
});

test('the last keystrokes before a change of the profile are saved for the customer of the page', async () => {
  const { disk, saves, drafts, anotherProfile, read, typed } = stage();
  drafts.start();
  await read();
  drafts.change('edit-car 7', { name: 'Van of the test fleet' });
  // Main takes the calls of a page for the customer that the page was loaded for.
  anotherProfile();
  expect(disk.get('edit-car 7')).toBe('{"name":"Van of the test fleet"}');
  await vi.advanceTimersByTimeAsync(1000);
  expect(saves).toEqual(['edit-car 7']);
  expect(typed()).toEqual({ 'edit-car 7': { name: 'Van of the test fleet' } });
});

test('an open form stays while the drafts are read again, with the keystrokes meanwhile', async () => {
  const { drafts, anotherProfile, read, typed } = stage({ 'edit-car 7': '{"name":"Van"}', old: '{}' });
  drafts.start();
  await read();
  drafts.change('edit-car 7', { name: 'Van 1' });
  anotherProfile();
  expect(drafts.store.getState().read).toBe(true);
  drafts.change('edit-car 7', { name: 'Van 12' });
  drafts.forget('old');
  await vi.advanceTimersByTimeAsync(1000);
  expect(typed()).toEqual({ 'edit-car 7': { name: 'Van 12' } });
});

test('a draft that the laptop no longer has is gone once the drafts are read again', async () => {
  const { disk, drafts, anotherProfile, read, typed } = stage({ 'edit-car 7': '{"name":"Van"}' });
  drafts.start();
  await read();
  disk.clear();
  anotherProfile();
  await vi.advanceTimersByTimeAsync(1000);
  expect(typed()).toEqual({});
});
