import type { TextKey } from '../i18n/texts.ts';

/**
 * Groups of four characters, the last of up to five, where the serial has no grouping of its own: people compare digits
 * in groups.
 */
export function serialGroups(serial: string): readonly string[] {
  return /^[A-Za-z0-9]{6,}$/.test(serial) ? (serial.match(/.{5}$|.{1,4}/g) ?? [serial]) : [serial];
}

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
