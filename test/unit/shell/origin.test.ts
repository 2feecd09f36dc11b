import { describe, expect, it } from 'vitest';
import { isAppUrl, isOwnUrl } from '../../../electron/shell/origin.ts';

describe('whose address it is', () => {
  it.each(['boxwright://app/', 'boxwright://app/index.html#/jobs'])('%s is the app', (url) => {
    expect(isAppUrl(url)).toBe(true);
  });

  it.each([
    'boxwright://app.example/',
    'boxwright://app@example/',
    'boxwright://user@app/',
    'boxwright://app:81/',
    'https://app/',
    'file:///app/',
    'boxwright:app',
    '',
  ])('"%s" is not', (url) => {
    expect(isAppUrl(url)).toBe(false);
    expect(isOwnUrl(url)).toBe(false);
  });

  it('a report is own, but not the app: it never gets the bridge', () => {
    expect(isOwnUrl('boxwright://report/1')).toBe(true);
    expect(isAppUrl('boxwright://report/1')).toBe(false);
  });
});
