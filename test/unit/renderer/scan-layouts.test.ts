import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type KeyboardLayout, keyboardLayout, standardScanner } from '../../../shared/domain/scanning.ts';
import type { Burst } from '../../../renderer/scanning/keyboard/burst.ts';
import { keyFor, characterIn, textOf, unwrapped } from '../../../renderer/scanning/keyboard/layouts.ts';
import { judgeTestScan, TEST_CODE } from '../../../renderer/scanning/setup/scanner-test.ts';

/** The text on a computer of one layout when a scanner of another types it. */
function heard(text: string, scanner: KeyboardLayout, computer: KeyboardLayout, capsLock = false): Burst {
  const keys = Array.from(text).map((character, index) => {
    const place = keyFor(scanner, character);
    if (place === null) throw new Error(`${scanner} has no ${character}`);
    const read = characterIn(computer, place) ?? 'Dead';
    const turned = capsLock && read.length === 1 ? read.toLowerCase() : read;
    return { ...place, key: turned, at: index * 7 };
  });
  return { keys, endedBy: 'Enter', slowestGapMs: 7 };
}

const pairs = keyboardLayout.options.flatMap((scanner) =>
  keyboardLayout.options.map((computer) => [scanner, computer] as const),
);
const mixed = pairs.filter(([scanner, computer]) => scanner !== computer);
const same = pairs.filter(([scanner, computer]) => scanner === computer);

test.each(mixed)(
  'a %s scanner at a %s laptop: the test detects it and its setting corrects it',
  (scanner, computer) => {
    const burst = heard(TEST_CODE, scanner, computer);
    expect(textOf(burst.keys, 'computer')).not.toBe(TEST_CODE);
    const result = judgeTestScan(burst, standardScanner);
    expect(result).toMatchObject({ found: 'mixed-up', scanner, computer, settings: { layout: scanner } });
    const vin = 'WVWZZZ1KZAM123456';
    expect(textOf(heard(vin, scanner, computer).keys, scanner)).toBe(vin);
  },
);

test.each([
  ['qwerty', 'qwertz', 'BWßQAYZWMß1234567890'],
  ['qwerty', 'azerty', 'BZ)AQWYZ?)&é"\'(-è_çà'],
  ['qwertz', 'qwerty', 'BW/QAYZWM/1234567890'],
  ['azerty', 'qwerty', 'BZ6AQWYZ:6!@#$%^&*()'],
] as const)('what a %s scanner sends, a %s laptop reads as %s', (scanner, computer, arrives) => {
  expect(textOf(heard(TEST_CODE, scanner, computer).keys, 'computer')).toBe(arrives);
});

test.each(same)('a %s scanner at a %s laptop is right as it is', (scanner, computer) => {
  expect(judgeTestScan(heard(TEST_CODE, scanner, computer), standardScanner)).toEqual({
    found: 'right',
    settings: standardScanner,
  });
});

test('Caps Lock at the laptop hides no mix-up', () => {
  expect(judgeTestScan(heard(TEST_CODE, 'qwerty', 'qwertz', true), standardScanner)).toMatchObject({
    found: 'mixed-up',
    scanner: 'qwerty',
    computer: 'qwertz',
  });
});

test('prefix, end and speed of a scan become the scanner’s settings', () => {
  const { keys } = heard(`#${TEST_CODE}.`, 'qwerty', 'qwerty');
  const result = judgeTestScan({ keys, endedBy: 'pause', slowestGapMs: 35 }, standardScanner);
  expect(result).toEqual({
    found: 'right',
    settings: { ...standardScanner, prefix: '#', suffix: '.', end: 'pause', maxGapMs: 105 },
  });
});

test('up to twenty characters around the code are the scanner’s; more are another barcode', () => {
  const found = (prefix: number, suffix: number) =>
    judgeTestScan(
      heard(`${'#'.repeat(prefix)}${TEST_CODE}${'.'.repeat(suffix)}`, 'qwerty', 'qwerty'),
      standardScanner,
    ).found;
  expect(found(20, 20)).toBe('right');
  expect(found(21, 0)).toBe('something-else');
  expect(found(0, 21)).toBe('something-else');
});

test('another barcode is reported as different, with the received text', () => {
  expect(judgeTestScan(heard('001234021', 'qwerty', 'qwerty'), standardScanner)).toEqual({
    found: 'something-else',
    text: '001234021',
  });
});

test('whatever a code holds of letters, digits and dashes, the setting reads it from any laptop', () => {
  const text = fc.string({
    unit: fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-')),
    maxLength: 30,
  });
  fc.assert(
    fc.property(text, fc.constantFrom(...pairs), (code, [scanner, computer]) => {
      expect(textOf(heard(code, scanner, computer).keys, scanner)).toBe(code);
    }),
  );
});

test('a prefix and a suffix are taken off where they are, and only there', () => {
  const around = { prefix: '#', suffix: '~' };
  expect(unwrapped('#001234021~', around)).toBe('001234021');
  expect(unwrapped('001234021', around)).toBe('001234021');
  expect(unwrapped('##1~', around)).toBe('#1');
});

/** The keys to the right of the digits and letters, row by row. */
const beside = 'Minus Equal BracketLeft BracketRight Backslash Semicolon Quote Comma Period Slash'.split(' ');

test.each([
  ['qwerty', "-=[]\\;',./", '_+{}|:"<>?', '1234567890', '!@#$%^&*()'],
  ['qwertz', 'ß´ü+#öä,.-', "?`Ü*'ÖÄ;:_", '1234567890', '!"§$%&/()='],
  ['azerty', ')=^$*mù;:!', '°+¨£µM%./§', '&é"\'(-è_çà', '1234567890'],
] as const)(
  'the keys of a %s keyboard give what is printed on them',
  (layout, alone, shifted, digits, above) => {
    const row = (codes: readonly string[], shift: boolean) =>
      codes.map((code) => characterIn(layout, { code, shift }));
    // An accent waits for its letter.
    const printed = (text: string) =>
      Array.from(text).map((character) => ('´`^¨'.includes(character) ? null : character));
    const numbers = Array.from('1234567890').map((digit) => `Digit${digit}`);
    expect(row(beside, false)).toEqual(printed(alone));
    expect(row(beside, true)).toEqual(printed(shifted));
    expect(row(numbers, false)).toEqual(Array.from(digits));
    expect(row(numbers, true)).toEqual(Array.from(above));
  },
);

test('letters are at their place in the named layout, with a French comma', () => {
  const letters = (layout: KeyboardLayout, codes: string, shift: boolean) =>
    Array.from(codes)
      .map((code) => characterIn(layout, { code: `Key${code}`, shift }))
      .join('');
  for (const layout of keyboardLayout.options) {
    expect(letters(layout, 'QWERTY', false)).toBe(layout);
    expect(letters(layout, 'QWERTY', true)).toBe(layout.toUpperCase());
  }
  expect(letters('qwerty', 'ZM', false)).toBe('zm');
  expect(letters('qwertz', 'ZM', false)).toBe('ym');
  expect(letters('azerty', 'AZM', false)).toBe('qw,');
  expect(letters('azerty', 'AZM', true)).toBe('QW?');
});

test('a key that no layout moves is as the laptop reads it', () => {
  for (const layout of keyboardLayout.options)
    expect(characterIn(layout, { code: 'NumpadAdd', shift: false })).toBeUndefined();
  expect(keyFor('qwerty', 'ü')).toBeNull();
});
