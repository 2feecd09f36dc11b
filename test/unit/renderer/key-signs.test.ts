import { expect, test } from 'vitest';
import { keySigns } from '../../../renderer/format/printed.ts';
import type { TextKey } from '../../../renderer/i18n/texts.ts';
import de from '../../../resources/locales/de.json' with { type: 'json' };

const german = new Map(Object.entries(de.keys).map(([name, sign]) => [`keys.${name}`, sign]));
const text = (key: TextKey) => german.get(key) ?? '';

test.each([
  ['mod+A', 'Strg A'],
  ['Shift+↑ ↓', 'Umschalt ↑ ↓'],
  ['Home+End', 'Pos1 Ende'],
  ['Space', 'Leertaste'],
  ['escape', 'Esc'],
  ['Enter', '⏎'],
  ['N', 'N'],
  ['/', '/'],
])('%s is printed as %s on a German keyboard', (keys, printed) => {
  expect(keySigns(keys, text, false)).toBe(printed);
});

test('an Apple keyboard has ⌘ for the modifier', () => {
  expect(keySigns('mod+K', text, true)).toBe('⌘ K');
});
