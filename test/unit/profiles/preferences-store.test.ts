import { expect, test } from 'vitest';
import { createPreferencesStore } from '../../../electron/profiles/preferences-store.ts';
import { defaultPreferences } from '../../../shared/domain/settings.ts';
import { memorySettings } from './memory-stores.ts';

test('a new laptop has the defaults', () => {
  expect(createPreferencesStore(memorySettings()).read()).toEqual(defaultPreferences);
});

test('a change is there after a restart, and the rest stays', () => {
  const settings = memorySettings();
  createPreferencesStore(settings).change({ worker: 'Bay 3', testMinutes: 20 });
  createPreferencesStore(settings).change({ theme: 'dark', worker: undefined });
  expect(createPreferencesStore(settings).read()).toEqual({
    ...defaultPreferences,
    worker: 'Bay 3',
    testMinutes: 20,
    theme: 'dark',
  });
});

test('one value that is not understood falls back alone', () => {
  const settings = memorySettings({ theme: 'sepia', language: 'de', testMinutes: 0, worker: 'Bay 3' });
  expect(createPreferencesStore(settings).read()).toEqual({
    ...defaultPreferences,
    language: 'de',
    worker: 'Bay 3',
  });
});

test.each([null, 'torn', 7, []])(
  'invalid preferences %j: the defaults apply, and changing works',
  (content) => {
    const store = createPreferencesStore(memorySettings(content));
    expect(store.read()).toEqual(defaultPreferences);
    expect(store.change({ language: 'es' })).toEqual({ ...defaultPreferences, language: 'es' });
  },
);

test('settings of a newer app survive a change by this one', () => {
  const settings = memorySettings({ sound: 'bell', theme: 'dark' });
  createPreferencesStore(settings).change({ language: 'fr' });
  expect(settings.read()).toMatchObject({ sound: 'bell', theme: 'dark', language: 'fr' });
});

test('a change that is not allowed changes nothing', () => {
  const settings = memorySettings({ testMinutes: 20 });
  const store = createPreferencesStore(settings);
  expect(() => store.change({ testMinutes: 9999 })).toThrow(/testMinutes/);
  expect(store.read().testMinutes).toBe(20);
});

test('two changes of the scanner keep each other', () => {
  const store = createPreferencesStore(memorySettings());
  store.change({ scanner: { end: 'pause' } });
  expect(store.change({ scanner: { prefix: '%', end: undefined } }).scanner).toEqual({
    ...defaultPreferences.scanner,
    end: 'pause',
    prefix: '%',
  });
});
