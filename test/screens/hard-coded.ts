import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { availableLanguages, formatOf } from '../../shared/words/speak.ts';
import { DAY } from '../../shared/time.ts';
import { notable } from '../operator/seed/notable.ts';
import { projectRoot } from '../host/electron/settings.ts';
import type { Hands, Scene } from './scene.ts';

/** Texts that are the same in every language: names of products and of keys, what a keyboard has on it, fields of the operator. */
const NAMES = [
  'JSON',
  'keyProfileCode',
  'keyForm.id',
  'Boxwright',
  'Ctrl',
  'Esc',
  'Enter',
  'Shift',
  'Home',
  'End',
  'Bay 3',
  'Bay 4',
  'http',
  'TEST',
];

/** Every text in something that was read or made, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Map || value instanceof Set) return [...value.values()].flatMap(textsIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}

/** Dates and units as the language writes them whose words were exchanged: made by the platform, not by us. */
function datesAndUnits(): readonly string[] {
  const format = formatOf('de');
  const weekday = new Intl.DateTimeFormat('de', { weekday: 'short' });
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15));
  return [
    ...months.flatMap((at) => [format.date(at), format.dateTime(at)]),
    ...Array.from({ length: 7 }, (_, day) => weekday.format(Date.UTC(2026, 0, day + 1, 12))),
    ...[1, 2].flatMap((n) => [n * 1000, n * 60_000, n * 3_600_000, n * DAY].map((ms) => format.duration(ms))),
  ].flatMap((text) => text.split(/[\s\d,.:]+/));
}

/** The data on the screens of this scene. */
export function dataOf({ workshop }: Hands, scene: Scene): readonly string[] {
  const folder = join(projectRoot, 'resources/checklists');
  const checklists = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const known = [
    ...textsIn(workshop.operator.state),
    ...textsIn(workshop.env),
    ...textsIn(checklists),
    ...textsIn(notable),
    ...(scene.data ?? []),
    ...availableLanguages.map(({ name }) => name),
    ...datesAndUnits(),
    ...NAMES,
  ];
  // The longest first: what is part of another must not tear it apart.
  return [...new Set(known)].filter((text) => /\p{L}/u.test(text)).sort((a, b) => b.length - a.length);
}

/** The texts on screen that no catalogue knows and that are no data: written into the code by hand. */
export async function hardCoded(page: Page, data: readonly string[]): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const holder = node.parentElement;
      if (holder === null || holder.closest('script, style, pre, code') !== null) continue;
      if (holder.checkVisibility({ visibilityProperty: true })) found.add(node.textContent ?? '');
    }
    for (const element of document.body.querySelectorAll('*')) {
      // A measure that a library lays beside the page is neither seen nor heard.
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      for (const name of [
        'aria-label',
        'aria-description',
        'aria-roledescription',
        'placeholder',
        'title',
        'alt',
      ]) {
        const said = element.getAttribute(name);
        if (said !== null) found.add(said);
      }
    }
    return [...found];
  });
  // Thousands of texts are data, and few of them are on one screen.
  const all = texts.join('\n');
  const shown = data.filter((known) => all.includes(known));
  return texts.filter((text) => hasOwnWords(text, shown));
}

/** Is there a word outside of the brackets that is no data? */
export function hasOwnWords(text: string, data: readonly string[]): boolean {
  // Addresses and digests are data.
  let rest = text.replaceAll(/[\w.+-]+@[\w.-]+|\b[0-9a-f]{12,}\b/g, ' ');
  // Texts may be put into texts: from the innermost brackets outwards.
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ');
  }
  for (const known of data) {
    if (!/\p{L}{2}/u.test(rest)) return false;
    rest = rest.replaceAll(known, ' ');
  }
  return /\p{L}{2}/u.test(rest);
}
