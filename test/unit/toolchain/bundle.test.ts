import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { INITIAL_BUDGET_KIB, initialParts, sizeOf } from '../../bench/bundle/initial.ts';
import { ensureBuilt } from '../../host/build.ts';
import { projectRoot } from '../../host/electron/settings.ts';

beforeAll(() => ensureBuilt(() => undefined), 180_000);

test('what the window loads before it shows anything stays within its budget', () => {
  const parts = initialParts(join(projectRoot, 'out/renderer'));
  expect(parts.map(({ file }) => file)).toContainEqual(expect.stringMatching(/^assets\/index-/));
  expect(sizeOf(parts)).toBeLessThanOrEqual(INITIAL_BUDGET_KIB);
});
