import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWindowSettings } from '../../../electron/shell/window-settings.ts';

let folder = '';
const logged: string[] = [];
const open = () => openWindowSettings(folder, (_level, event) => void logged.push(event));
const file = () => join(folder, 'window.json');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwright-window-settings-'));
  logged.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('keeps values over a restart, and creates no file before the first of them', () => {
  const settings = open();
  expect(settings.get('bounds')).toBeUndefined();
  expect(existsSync(file())).toBe(false);
  settings.set('bounds', { x: 1 });
  settings.set('trayExplained', true);
  expect(settings.get('bounds')).toEqual({ x: 1 });
  expect(open().get('bounds')).toEqual({ x: 1 });
  expect(open().get('trayExplained')).toBe(true);
});

it.each(['{"bounds":', '[1]', ''])('puts an unreadable file aside and opens without values: %j', (text) => {
  writeFileSync(file(), text);
  expect(open().get('bounds')).toBeUndefined();
  expect(logged).toEqual(['settings.unreadable']);
  expect(readFileSync(`${file()}.unreadable`, 'utf8')).toBe(text);
  expect(existsSync(file())).toBe(false);
});
