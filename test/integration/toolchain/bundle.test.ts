import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  INITIAL_BUDGET_KIB,
  LATE_BUDGET_KIB,
  sizeOf,
  windowParts,
  type WindowParts,
} from '../../bench/bundle/initial.ts';
import { screens } from '../../../renderer/navigation/route.ts';
import { ensureBuilt } from '../../host/build.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { shippedPackages } from '../../notices/notices.ts';
import { builtRelay } from '../../runner/relay-bundle.ts';

/** Of the scripts that main reads before the window's process is started: KiB as they are, for reading them is the cost. */
const MAIN_BUDGET_KIB = 310;

const sourceMap = z.object({ sources: z.array(z.string()) });

let parts: WindowParts;
beforeAll(async () => {
  await ensureBuilt(() => undefined);
  await builtRelay();
  parts = windowParts(join(projectRoot, 'out/renderer'));
});

test('the first bundle of the window stays within its budget', () => {
  expect(parts.initial.map(({ file }) => file)).toContainEqual(expect.stringMatching(/^index-/));
  expect(parts.initial.map(({ file }) => file)).toContainEqual(expect.stringMatching(/^(?:en|de|fr|es)-/));
  expect(sizeOf(parts.initial)).toBeLessThanOrEqual(INITIAL_BUDGET_KIB);
});

test('main loads little before it creates the window', () => {
  const folder = join(projectRoot, 'out/main');
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, next = ''] of text.matchAll(/^import [^\n]*?"\.\/([^"]+\.js)";$/gm)) load(next);
  };
  load('main.js');
  // zod, from its chunk; the schemas of the preferences; the shell.
  expect([...loaded]).toContainEqual(expect.stringMatching(/^problem-/));
  const bytes = [...loaded].reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  expect(bytes / 1024).toBeLessThanOrEqual(MAIN_BUDGET_KIB);
});

test('every screen but Home comes when it is wanted, and none of them is heavy', () => {
  const late = parts.later.filter(({ file }) => /^(?:\w+Screen|JobFlow|HelpDialog)-/.test(file));
  // The guides are no screen of a route, and Home is not late.
  expect(late).toHaveLength(Object.keys(screens).length);
  expect(late.filter(({ kibibytes }) => kibibytes > LATE_BUDGET_KIB)).toEqual([]);
});

test('the bundles hold only packages that the notices and the bill of materials list', () => {
  const maps = readdirSync(join(projectRoot, 'out'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.map'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  const sources = maps.flatMap((text) => sourceMap.parse(JSON.parse(text)).sources);
  const bundled = sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
  const listed = new Set(shippedPackages(projectRoot).map(({ name }) => name));
  expect(bundled).toEqual(expect.arrayContaining(['react-dom', 'fastify']));
  expect([...new Set(bundled)].filter((name) => !listed.has(name))).toEqual([]);
});

/** All files of one kind in a folder, one after the other. */
const allOf = (folder: string, ending: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

test('of the components that the window is made of, each has its styles, and no other brings any', () => {
  const assets = join(projectRoot, 'out/renderer/assets');
  const [scripts, styles] = [allOf(assets, '.js'), allOf(assets, '.css')];
  const offered = join(projectRoot, 'node_modules/@mantine/core/styles');
  const components = readdirSync(offered)
    .filter((file) => !file.endsWith('.layer.css'))
    .map((file) => ({
      file,
      classes: readFileSync(join(offered, file), 'utf8').match(/\bm_[0-9a-f]+/g) ?? [],
    }));
  const found = (inside: string) =>
    components.filter(({ classes }) => classes.some((name) => inside.includes(name))).map(({ file }) => file);
  expect(found(scripts)).toContain('Button.css');
  expect(found(styles)).toEqual(found(scripts));
});
