import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('../../../renderer/theme/tokens.css', import.meta.url), 'utf8');

/** The colours of a scheme by token, as written in tokens.css. */
function colours(scheme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const block = css.split(`[data-mantine-color-scheme='${scheme}']`)[1]?.split('\n}')[0] ?? '';
  return new Map(
    [...block.matchAll(/--bw-([\w-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['ground', 'surface', 'sunken', 'hover'] as const;
const states = ['done', 'attention', 'trouble', 'progress', 'neutral'] as const;

/** Pairs that carry text: at least 4.5:1. */
const textPairs: readonly (readonly [string, string])[] = [
  ...grounds.flatMap((ground) =>
    ['ink', 'ink-2', 'ink-3', 'accent-ink'].map((ink) => [ink, ground] as const),
  ),
  ...states.map((state) => [`${state}-ink`, `${state}-wash`] as const),
  ...['attention-ink', 'trouble-ink', 'done-ink'].flatMap((ink) => [
    [ink, 'surface'] as const,
    [ink, 'hover'] as const,
  ]),
  ['trouble-ink', 'ground'],
  ['ink', 'attention-wash'],
  ['ink', 'trouble-wash'],
  ['ink-2', 'trouble-wash'],
  ['ink-2', 'attention-wash'],
  ['ink', 'accent-wash'],
  ['ink-2', 'accent-wash'],
  ['accent-ink', 'accent-wash'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'accent-press'],
  ['on-accent-2', 'accent'],
  ['on-accent-2', 'accent-hover'],
  ['on-test', 'test'],
  ['plate-ink', 'plate'],
];

/** Colours that must be seen to use it: the edge of a field, a ring, a sign. At least 3:1. */
const signPairs: readonly (readonly [string, string])[] = ['ground', 'surface', 'hover'].flatMap((ground) =>
  ['line-strong', 'focus', 'done', 'trouble'].map((sign) => [sign, ground] as const),
);

for (const scheme of ['light', 'dark'] as const) {
  const palette = colours(scheme);
  const ratio = ([one, other]: readonly [string, string]) =>
    contrast(palette.get(one) ?? '#808080', palette.get(other) ?? '#808080');
  const tooPale = (pairs: typeof textPairs, least: number) =>
    pairs
      .filter((pair) => ratio(pair) < least)
      .map((pair) => `${pair.join(' on ')}: ${ratio(pair).toFixed(2)}`);

  test(`every text of the ${scheme} scheme can be read on its ground`, () => {
    expect(tooPale(textPairs, 4.5)).toEqual([]);
  });

  test(`every edge and sign of the ${scheme} scheme can be seen`, () => {
    expect(tooPale(signPairs, 3)).toEqual([]);
  });
}
