import { describe, expect, test } from 'vitest';
import {
  LOCK_MINUTES,
  lockMinutes,
  lockProof,
  lockState,
  defaultPreferences,
  MOST_CHECKLIST_CHOICES,
  preferences,
} from '../../../shared/domain/settings.ts';
import { laptopCode, typedLaptopCode } from '../../../shared/relay/access.ts';
import { typedLogPlace } from '../../../shared/domain/trust.ts';
import { personChange, pin, LONGEST_WORKER_NAME } from '../../../shared/domain/people.ts';
import { scannerSettings, standardScanner } from '../../../shared/domain/scanning.ts';
import { misjudged } from './whole.ts';

const person = '00000000-0000-4000-8000-000000000001';

describe('the preferences of a laptop', () => {
  const withField = (fields: object) => ({ ...defaultPreferences, ...fields });
  const choice = { make: 'ford transit', checklist: 'van' };

  test('are a person’s until that one changes them, and reach the window whole', () => {
    expect(preferences.parse(defaultPreferences)).toEqual(defaultPreferences);
    expect(defaultPreferences).toMatchObject({
      theme: 'system',
      worker: '',
      testMinutes: 15,
      notifications: true,
      staysInTray: false,
      startsAtLogin: false,
      checklistChoices: [],
    });
    const chosen = withField({
      worker: 'Kim',
      checklistChoices: [choice],
      cameraId: 'front',
      batchMapping: { fin: 'vin' },
    });
    expect(preferences.parse(chosen)).toEqual(chosen);
  });

  test('are bounded', () => {
    const choices = (count: number) => Array.from({ length: count }, () => choice);
    expect(
      misjudged(
        preferences,
        [
          { testMinutes: 1 },
          { testMinutes: 1440 },
          { worker: 'x'.repeat(LONGEST_WORKER_NAME) },
          { checklistChoices: choices(MOST_CHECKLIST_CHOICES) },
          { cameraId: 'x'.repeat(200) },
          { checklistChoices: [{ ...choice, make: 'x'.repeat(400) }] },
          { theme: 'light' },
          { theme: 'dark' },
          ...['en', 'de', 'fr', 'es'].map((language) => ({ language })),
        ].map(withField),
        [
          { testMinutes: 0 },
          { testMinutes: 1441 },
          { testMinutes: 1.5 },
          { worker: 'x'.repeat(LONGEST_WORKER_NAME + 1) },
          { checklistChoices: choices(MOST_CHECKLIST_CHOICES + 1) },
          { cameraId: 'x'.repeat(201) },
          { checklistChoices: [{ ...choice, make: 'x'.repeat(401) }] },
          { theme: 'blue' },
          { language: 'nl' },
        ].map(withField),
      ),
    ).toEqual([]);
  });
});

test('the settings of a scanner are those of hands and scanners', () => {
  const withField = (fields: object) => ({ ...standardScanner, ...fields });
  expect(standardScanner).toEqual({
    maxGapMs: 50,
    minLength: 6,
    end: 'key',
    prefix: '',
    suffix: '',
    layout: 'computer',
  });
  expect(
    misjudged(
      scannerSettings,
      [
        { maxGapMs: 10 },
        { maxGapMs: 200 },
        { minLength: 3 },
        { minLength: 30 },
        { end: 'pause' },
        { prefix: 'x'.repeat(20), suffix: 'x'.repeat(20) },
        ...['computer', 'qwerty', 'qwertz', 'azerty'].map((layout) => ({ layout })),
      ].map(withField),
      [
        { maxGapMs: 9 },
        { maxGapMs: 201 },
        { minLength: 2 },
        { minLength: 31 },
        { end: 'enter' },
        { prefix: 'x'.repeat(21) },
        { suffix: 'x'.repeat(21) },
        { layout: 'dvorak' },
      ].map(withField),
    ),
  ).toEqual([]);
  const other = withField({ prefix: 'a', suffix: 'b', layout: 'azerty', end: 'pause' });
  expect(scannerSettings.parse(other)).toEqual(other);
});

describe('the idle lock', () => {
  test('has three times, or none', () => {
    expect(LOCK_MINUTES).toEqual([5, 15, 30]);
    expect(misjudged(lockMinutes, [5, 15, 30, null], [0, 10, '5', undefined])).toEqual([]);
  });

  test('shows a locked window the look of its person, and no other preference', () => {
    const { theme, language, scanner, worker } = defaultPreferences;
    const state = { locked: true, minutes: 5, look: { theme, language, scanner, worker } };
    expect(lockState.parse({ ...state, look: { ...defaultPreferences } })).toEqual(state);
    const proof = { person, pin: '1'.repeat(200) };
    expect(lockProof.parse(proof)).toEqual(proof);
    expect(lockProof.safeParse({ ...proof, pin: '1'.repeat(201) }).success).toBe(false);
  });
});

describe('a person of the laptop', () => {
  test('has a PIN of four to eight digits', () => {
    expect(
      misjudged(pin, ['0000', '12345678'], ['000', '123456789', '12a4', ' 1234', '1234\n', '', '١٢٣٤']),
    ).toEqual([]);
  });

  test('is changed by fields of bounded length; one left out stays, null removes', () => {
    const change = {
      id: person,
      name: 'x'.repeat(20_000),
      oldPin: '1'.repeat(200),
      pin: '1'.repeat(200),
      badge: 'x'.repeat(2_000),
    };
    expect(personChange.parse(change)).toEqual(change);
    expect(personChange.parse({ id: null, name: 'Kim', pin: null, badge: null })).toEqual({
      id: null,
      name: 'Kim',
      pin: null,
      badge: null,
    });
    expect(
      misjudged(
        personChange,
        [{ id: null, name: 'Kim' }],
        [
          { ...change, name: `${change.name}x` },
          { ...change, oldPin: `${change.oldPin}1` },
          { ...change, pin: `${change.pin}1` },
          { ...change, badge: `${change.badge}x` },
        ],
      ),
    ).toEqual([]);
  });
});

describe('the code of a laptop', () => {
  test('has eight characters of an alphabet without look-alikes, the last one a check', () => {
    expect(
      misjudged(
        laptopCode,
        ['0000-0000'],
        ['0000-0001', '00000000', '0000-00000', 'x0000-0000', '0000-0000x', '000O-0000', '0000 0000', ''],
      ),
    ).toEqual([]);
  });

  test('is typed with look-alikes and anything between its characters', () => {
    const code = typedLaptopCode('0000-0000');
    expect(code).toBe('0000-0000');
    for (const typed of ['oooo oooo', ' 0000.0000 ', '00000000', 'O0o0—0000'])
      expect([typed, typedLaptopCode(typed)]).toEqual([typed, code]);
    for (const typed of ['', '0000-000', '0000-00000', '0000-0001', 'U000-0000'])
      expect([typed, typedLaptopCode(typed)]).toEqual([typed, null]);
  });

  test('notices two wrong characters that make up for each other in a sum without places', () => {
    expect(typedLaptopCode('0100-0003')).toBe('0100-0003');
    expect(typedLaptopCode('0010-0003')).toBeNull();
    expect(typedLaptopCode('1000-0001')).toBe('1000-0001');
  });
});

describe('a place in the log as a person types it', () => {
  const hash = '0123456789abcdef'.repeat(4);

  test.each([
    [`412:${hash}`, 412],
    [` 41 2 : ${hash.toUpperCase()}\n`, 412],
    [`0:${hash}`, 0],
    [`${'9'.repeat(15)}:${hash}`, 999_999_999_999_999],
  ])('%.20s is one', (typed, number) => {
    expect(typedLogPlace(typed)).toEqual({ number, hash });
  });

  test.each([
    '',
    '412',
    `:${hash}`,
    `412:`,
    `412:${hash}:`,
    `412:${hash}0`,
    `412:${hash.slice(1)}`,
    `412:g${hash.slice(1)}`,
    `-1:${hash}`,
    `4.5:${hash}`,
    `4x:${hash}`,
    `x4:${hash}`,
    `${'9'.repeat(16)}:${hash}`,
  ])('%.20j is none', (typed) => {
    expect(typedLogPlace(typed)).toBeNull();
  });
});
