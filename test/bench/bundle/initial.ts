import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { language } from '../../../shared/domain/settings.ts';

/** The budget of the window before it shows anything: KiB of JavaScript, gzipped. */
export const INITIAL_BUDGET_KIB = 310;

/** The budget of each screen on top of that, when it is first shown, with what it shares with others: KiB, gzipped. */
export const LATE_BUDGET_KIB = 60;

/** One script and its size in KiB, gzipped. */
export type Part = { readonly file: string; readonly kibibytes: number };

/** The scripts of the built window: what is loaded before anything is shown, and what comes when it is wanted. */
export type WindowParts = { readonly initial: readonly Part[]; readonly later: readonly Part[] };

/** The scripts that the built page names, its script and what is loaded ahead with it, and the words of the longest language. */
export function windowParts(renderer: string): WindowParts {
  const page = readFileSync(join(renderer, 'index.html'), 'utf8');
  const named = new Set(
    [...page.matchAll(/(?:src|href)="\.\/assets\/([^"]+\.js)"/g)].map(([, file]) => file),
  );
  const all = readdirSync(join(renderer, 'assets'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({
      file,
      kibibytes: gzipSync(readFileSync(join(renderer, 'assets', file))).length / 1024,
    }))
    .toSorted((one, other) => other.kibibytes - one.kibibytes);
  const words = all.find(({ file }) => language.options.some((name) => file.startsWith(`${name}-`)));
  const isInitial = (part: Part) => named.has(part.file) || part === words;
  return { initial: all.filter(isInitial), later: all.filter((part) => !isInitial(part)) };
}

/** KiB of all of them. */
export const sizeOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { kibibytes }) => sum + kibibytes, 0);
