import { describe, expect, test } from 'vitest';
import { beginBlockerOf, localDay } from '../../../shared/domain/planned-work.ts';
import { isHolding, plannedJobAct } from '../../../shared/relay/jobs.ts';

describe('a planned job', () => {
  const free = { counts: true, withdrawn: null, holder: null };

  test('may be begun while it is free', () => {
    expect(beginBlockerOf(free)).toBeNull();
  });

  test('may not be begun without a valid signature, whatever else is known of it', () => {
    const holder = { own: false, act: 'begun' } as const;
    expect(beginBlockerOf({ ...free, counts: false })).toBe('not-signed');
    expect(beginBlockerOf({ counts: false, withdrawn: 'Sold', holder })).toBe('not-signed');
    expect(beginBlockerOf({ counts: false, withdrawn: null, holder: { ...holder, own: true } })).toBe(
      'not-signed',
    );
  });

  test('may not be begun after the office took it back, with or without a reason', () => {
    expect(beginBlockerOf({ ...free, withdrawn: 'Sold' })).toBe('withdrawn');
    expect(beginBlockerOf({ ...free, withdrawn: '' })).toBe('withdrawn');
    const holder = { own: true, act: 'accepted' } as const;
    expect(beginBlockerOf({ ...free, withdrawn: 'Sold', holder })).toBe('withdrawn');
  });

  test('is taken while another laptop holds it, and free again by the act with which that one lets it go', () => {
    for (const act of plannedJobAct.options) {
      const taken = isHolding(act) ? 'taken' : null;
      expect([act, beginBlockerOf({ ...free, holder: { own: false, act } })]).toEqual([act, taken]);
      expect([act, beginBlockerOf({ ...free, holder: { own: true, act } })]).toEqual([act, null]);
    }
  });
});

test('the day of an instant is that of the laptop’s calendar, written with two digits each', () => {
  expect(localDay(new Date(2026, 0, 1, 0, 0, 0).getTime())).toBe('2026-01-01');
  expect(localDay(new Date(2026, 0, 1, 0, 0, 0).getTime() - 1)).toBe('2025-12-31');
  expect(localDay(new Date(2026, 10, 27, 23, 59, 59).getTime())).toBe('2026-11-27');
});
