import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSettingsFile } from '../../../electron/profiles/settings-store.ts';
import { tempFolder } from '../relay/temp-folder.ts';

test('there is nothing before the first write', () => {
  expect(createSettingsFile(join(tempFolder(), 'profile.json')).read()).toBeUndefined();
});

test('written settings are read back, from a new folder that only their owner can read', () => {
  const folder = tempFolder();
  const file = join(folder, 'settings', 'profile.json');
  createSettingsFile(file).write({ language: 'de' });
  createSettingsFile(file).write({ language: 'fr' });
  expect(createSettingsFile(file).read()).toEqual({ language: 'fr' });
  expect(readdirSync(join(folder, 'settings'))).toEqual(['profile.json']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a torn file comes back as its text, so that it can be kept aside', () => {
  const file = join(tempFolder(), 'profile.json');
  writeFileSync(file, '{"version":1,"curr');
  expect(createSettingsFile(file).read()).toBe('{"version":1,"curr');
});

test('a write that fails leaves the document before whole, and nothing beside it', () => {
  const folder = tempFolder();
  const file = join(folder, 'profile.json');
  const settings = createSettingsFile(file);
  settings.write({ language: 'de' });
  const circular: { self?: unknown } = {};
  circular.self = circular;
  expect(() => settings.write(circular)).toThrow(/circular/);
  expect(settings.read()).toEqual({ language: 'de' });
  mkdirSync(join(folder, 'taken.json', 'inside'), { recursive: true });
  expect(() => createSettingsFile(join(folder, 'taken.json')).write(1)).toThrow(/taken\.json/);
  expect(readdirSync(folder)).toEqual(['profile.json', 'taken.json']);
});

test('a folder in place of the file is reported, not taken for missing settings', () => {
  expect(() => createSettingsFile(tempFolder()).read()).toThrow(/EISDIR/);
});
