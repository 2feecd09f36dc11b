import { describe, expect, it } from 'vitest';
import { toAppUrl, toBrowserUrl } from '../../host/electron/addresses.ts';

const schemes = new Set(['boxwright']);

describe("the app's own addresses inside Chromium", () => {
  it.each(['boxwright://app/', 'boxwright://app/assets/a.js?x=1#y', 'boxwright://report/1'])(
    '%s becomes an origin of its own and comes back the same',
    (url) => {
      const mapped = toBrowserUrl(url, schemes);
      expect(mapped).toMatch(/^https:\/\/(app|report)\.boxwright\.localhost\//);
      expect(toAppUrl(mapped, schemes)).toBe(url);
    },
  );

  it.each([
    'https://app.boxwright.localhost.example/',
    'http://app.boxwright.localhost/',
    'https://app.other.localhost/',
    'https://x.app.boxwright.localhost/',
    'about:blank',
  ])('%s is never taken for the app', (url) => {
    expect(toAppUrl(url, schemes)).toBe(url);
  });
});
