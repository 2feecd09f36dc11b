import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What the window may load before it shows anything: KiB of JavaScript, gzipped. */
export const INITIAL_BUDGET_KIB = 760;

/** One script and its size in KiB, gzipped. */
export type Part = { readonly file: string; readonly kibibytes: number };

/** The scripts that the built page names, its script and what is loaded ahead with it. */
export function initialParts(renderer: string): readonly Part[] {
  const page = readFileSync(join(renderer, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '');
  return files.map((file) => ({
    file,
    kibibytes: gzipSync(readFileSync(join(renderer, file))).length / 1024,
  }));
}

/** KiB of all of them. */
export const sizeOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { kibibytes }) => sum + kibibytes, 0);
