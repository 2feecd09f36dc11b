import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Sentence } from '../../../shared/problem.ts';

const texts = z.record(z.string(), z.unknown());

/** The app's own words in one language. A missing key, or a value left open, is an error: a report must have neither. */
export function localeTranslator(language: 'en' | 'de'): (sentence: Sentence) => string {
  const file = new URL(`../../../resources/locales/${language}.json`, import.meta.url);
  const locale: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return ({ key, params }) => {
    const found = key
      .split('.')
      .reduce<unknown>((place, part) => texts.safeParse(place).data?.[part], locale);
    if (typeof found !== 'string') throw new Error(`${language}: no text for ${key}`);
    return found.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = params[name];
      if (value === undefined) throw new Error(`${language}: ${key} needs ${name}`);
      return String(value);
    });
  };
}
