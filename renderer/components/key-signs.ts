import type { TextKey } from '../i18n/texts.ts';

const named: Readonly<Record<string, TextKey>> = {
  mod: 'keys.control',
  escape: 'keys.escape',
  shift: 'keys.shift',
  space: 'keys.space',
  home: 'keys.home',
  end: 'keys.end',
};

/**
 * A shortcut as printed on the keyboard of the person's language: 'mod+A' is "Strg A" in German, "⌘ A" on an Apple
 * keyboard.
 */
export function keySigns(keys: string, text: (key: TextKey) => string, isApple: boolean): string {
  return keys
    .split('+')
    .map((key) => {
      const name = key.toLowerCase();
      if (name === 'enter') return '⏎';
      if (name === 'mod' && isApple) return '⌘';
      const printed = Object.hasOwn(named, name) ? named[name] : undefined;
      return printed === undefined ? key : text(printed);
    })
    .join(' ');
}
