import { expect, test } from 'vitest';
import { typedValue, valueTyped } from '../../../renderer/components/day/typed-moment.ts';

const moment = new Date(2026, 0, 2, 3, 4).getTime();

test('a moment is shown as its input takes it, in the time zone of this laptop, and read back the same', () => {
  expect(typedValue({ value: moment })).toBe('2026-01-02T03:04');
  for (const form of ['moment', 'open-moment'] as const) {
    expect(valueTyped({ form }, '2026-01-02T03:04')).toBe(moment);
    expect(valueTyped({ form }, typedValue({ value: moment }))).toBe(moment);
  }
});

test('an empty or unreadable moment has no value', () => {
  for (const form of ['moment', 'open-moment'] as const) {
    expect(valueTyped({ form }, '')).toBeNull();
    expect(valueTyped({ form }, 'tomorrow')).toBeNull();
  }
  expect(typedValue({ value: null })).toBe('');
});

test('a text stays as typed, also where it looks like a moment', () => {
  expect(typedValue({ value: 'M BX 1' })).toBe('M BX 1');
  expect(valueTyped({ form: 'text' }, '2026-01-02T03:04')).toBe('2026-01-02T03:04');
  expect(valueTyped({ form: 'text' }, '')).toBe('');
});
