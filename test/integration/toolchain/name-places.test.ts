import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../host/build.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { namePlaces } from '../../packaging/name-places.ts';
import { builtRelay } from '../../runner/relay-bundle.ts';

const out = join(projectRoot, 'out');
beforeAll(async () => {
  await ensureBuilt(() => undefined);
  await builtRelay();
});

/** Where a bundle of this folder says this, as a fault would tell it. */
function placeOf(folder: string, words: string): string {
  for (const file of readdirSync(join(out, folder)).filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(join(out, folder, file), 'utf8');
    const at = text.indexOf(words);
    if (at < 0) continue;
    const before = text.slice(0, at).split('\n');
    return `out/${folder}/${file}:${before.length}:${(before.at(-1) ?? '').length + 1}`;
  }
  throw new Error(`no bundle says ${words}`);
}

test('a place in a bundle, minified or not, is named as the one in the sources, by file and line', () => {
  for (const [folder, words, source] of [
    ['main', 'window.navigation-refused', 'electron/shell/hardening.ts'],
    ['relay', 'is not set: every', 'relay/start.ts'],
    ['renderer/assets', 'cancelIdleCallback', 'renderer/app/screen-table.tsx'],
  ] as const) {
    const place = placeOf(folder, words);
    const line = readFileSync(join(projectRoot, source), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes(words));
    expect(namePlaces(`at it (${place})`, out)).toBe(`at it (${place} = ${source}:${line + 1})`);
  }
});

test('a place of another release, and of Node itself, stays as it is', () => {
  const text = 'at a (out/renderer/assets/base-00000000.js:1:1)\nat node:internal/timers.js:5:6';
  expect(namePlaces(text, out)).toBe(text);
});

test('no bundle names the file that explains it', () => {
  const scripts = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.c?js$/.test(file),
  );
  expect(
    scripts.filter((file) =>
      /sourceMappingURL=(?!data:application\/wasm)/.test(readFileSync(join(out, file), 'utf8').slice(-300)),
    ),
  ).toEqual([]);
});
