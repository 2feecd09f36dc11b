import { expect, test } from 'vitest';
import {
  seriesCount,
  seriesName,
  sharedKey,
  sharedReport,
  sharedWithBox,
  sharedWithChecks,
} from '../../../renderer/components/series/series.ts';
import type { useText } from '../../../renderer/i18n/use-text.ts';
import { nothingShared, seriesShares } from '../../../shared/domain/planned-work.ts';
import { someKey } from '../jobs/bench.ts';

/** The key of a text with its parameters. */
const text: ReturnType<typeof useText> = (key, params) =>
  params === undefined ? key : `${key} ${JSON.stringify(params)}`;

test('a series is called by the make of its cars, as far as that is known', () => {
  const named = (brand: string | null, model: string | null) =>
    seriesName({ ...nothingShared, like: { brand, model } }, text);
  expect(named('Ford', 'Transit')).toBe('Ford Transit');
  expect(named('Ford', null)).toBe('Ford');
  expect(named(null, 'Transit')).toBe('Transit');
  expect(named(null, null)).toBe('series.unnamed');
  expect(seriesName(nothingShared, text)).toBe('series.unnamed');
});

test('only chosen values of a series are named', () => {
  expect(sharedKey(nothingShared, text)).toEqual([]);
  expect(sharedReport(nothingShared, text)).toEqual([]);
  expect(sharedWithBox(nothingShared, text)).toEqual([]);
  expect(sharedWithChecks(nothingShared, text)).toEqual([]);
  const key = (boxName: string | null) => sharedKey({ ...nothingShared, key: { ...someKey, boxName } }, text);
  expect(key('Box M')).toEqual(['series.takenKey {"key":"Flip key"}', 'Box M']);
  expect(key(null)).toEqual(['series.takenKey {"key":"Flip key"}']);
  expect(sharedReport({ reportLanguage: 'fr' }, text)).toEqual([
    'series.takenReport {"language":"Français"}',
  ]);
  const shares = seriesShares.parse({
    ...nothingShared,
    group: { id: 301, name: 'Bay 3' },
    test: { userId: 9001, userName: 'Tester', minutes: 15 },
  });
  expect(sharedWithBox(shares, text)).toEqual(['series.takenGroup {"group":"Bay 3"}']);
  expect(sharedWithChecks(shares, text)).toEqual(['series.takenTest {"user":"Tester","minutes":15}']);
});

test('the Boxes that are left are counted where their number is known', () => {
  expect(seriesCount({ done: 2, planned: 5 }, text)).toBe('series.done {"count":2}, series.left {"count":3}');
  for (const planned of [null, 2, 1]) {
    expect(seriesCount({ done: 2, planned }, text)).toBe('series.done {"count":2}');
  }
});
