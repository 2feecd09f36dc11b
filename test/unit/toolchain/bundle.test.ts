import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  INITIAL_BUDGET_KIB,
  LATE_BUDGET_KIB,
  sizeOf,
  windowParts,
  type WindowParts,
} from '../../bench/bundle/initial.ts';
import { ensureBuilt } from '../../host/build.ts';
import { projectRoot } from '../../host/electron/settings.ts';

let parts: WindowParts;
beforeAll(async () => {
  await ensureBuilt(() => undefined);
  parts = windowParts(join(projectRoot, 'out/renderer'));
}, 180_000);

test('what the window loads before it shows anything stays within its budget', () => {
  expect(parts.initial.map(({ file }) => file)).toContainEqual(expect.stringMatching(/^index-/));
  expect(parts.initial.map(({ file }) => file)).toContainEqual(expect.stringMatching(/^(?:en|de|fr|es)-/));
  expect(sizeOf(parts.initial)).toBeLessThanOrEqual(INITIAL_BUDGET_KIB);
});

test('every screen but Home comes when it is wanted, and none of them is heavy', () => {
  const screens = parts.later.filter(({ file }) => /^(?:\w+Screen|JobFlow)-/.test(file));
  expect(screens).toHaveLength(11);
  expect(screens.filter(({ kibibytes }) => kibibytes > LATE_BUDGET_KIB)).toEqual([]);
});
