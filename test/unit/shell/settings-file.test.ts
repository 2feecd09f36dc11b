import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openKeyedSettings } from '../../../electron/profiles/settings-store.ts';

let folder = '';
const logged: string[] = [];
const open = () => openKeyedSettings(folder, 'window', (_level, event) => void logged.push(event));
const file = () => join(folder, 'window.json');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwright-settings-file-'));
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

it('deletes one value, and all of them, and creates no file for what is not there', () => {
  open().delete('bounds');
  open().clear();
  expect(existsSync(file())).toBe(false);
  const settings = open();
  settings.set('one', 1);
  settings.set('two', 2);
  settings.delete('one');
  expect([open().get('one'), open().get('two')]).toEqual([undefined, 2]);
  settings.clear();
  expect([settings.get('two'), open().get('two')]).toEqual([undefined, undefined]);
  expect(readFileSync(file(), 'utf8')).toBe('{}\n');
});

it.each(['constructor', 'a.b'])('keeps a value by the name %s', (name) => {
  const settings = open();
  expect(settings.get(name)).toBeUndefined();
  settings.set(name, 'kept');
  expect(open().get(name)).toBe('kept');
  expect(open().get('other')).toBeUndefined();
});

it('has its values as before where a write fails', () => {
  const settings = open();
  settings.set('one', 1);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'in the way');
  expect(() => settings.set('one', 2)).toThrow(/EEXIST|ENOTDIR/);
  expect(() => settings.clear()).toThrow(/EEXIST|ENOTDIR/);
  expect(settings.get('one')).toBe(1);
});

it('loses values of unknown keys at its opening', () => {
  const settings = open();
  for (const name of ['old', 'kept']) settings.set(name, name);
  const known = () =>
    openKeyedSettings(
      folder,
      'window',
      () => undefined,
      (key) => key !== 'old',
    );
  expect([known().get('old'), known().get('kept')]).toEqual([undefined, 'kept']);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ kept: 'kept' });
  const { mtimeNs } = statSync(file(), { bigint: true });
  known();
  expect(statSync(file(), { bigint: true }).mtimeNs).toBe(mtimeNs);
});

it('opens with the values of known keys where the others cannot be removed from the file', () => {
  // The name of a fresh file beside it would be too long for any file system.
  const name = 'w'.repeat(245);
  const opened = (text: string) => {
    writeFileSync(join(folder, `${name}.json`), text);
    return openKeyedSettings(
      folder,
      name,
      (_level, event) => void logged.push(event),
      (key) => key !== 'old',
    );
  };
  const settings = opened('{"old":"old","kept":"kept"}');
  expect([settings.get('old'), settings.get('kept')]).toEqual([undefined, 'kept']);
  expect(logged).toEqual(['settings.not-cleaned']);
  // Removing all values fails aloud while the file has any.
  expect(() => opened('{"old":"old"}').clear()).toThrow(/ENAMETOOLONG/);
});

it.each(['{"bounds":', '[1]', ''])('puts an unreadable file aside and opens without values: %j', (text) => {
  writeFileSync(file(), text);
  expect(open().get('bounds')).toBeUndefined();
  expect(logged).toEqual(['settings.unreadable']);
  expect(readFileSync(`${file()}.unreadable`, 'utf8')).toBe(text);
  expect(existsSync(file())).toBe(false);
});
