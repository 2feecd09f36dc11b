import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import electronApi from '../../host/electron/api-table.json' with { type: 'json' };
import { electronUses } from '../../host/electron-uses.ts';

const root = join(import.meta.dirname, '../../..');
/**
 * Each use of Electron's API: its form in the Chromium host, the difference from Electron, and a spec that needs it and
 * also runs on real Electron; null = a gap.
 */
const electronTable = z
  .array(
    z.strictObject({
      api: z.string().min(1),
      host: z.string().min(1),
      differs: z.string().min(1),
      spec: z.string().nullable(),
    }),
  )
  .parse(electronApi);
describe("the table of Electron's API", () => {
  it('has each use of the shell, of main and of the preload script, and no other', () => {
    const uses = electronUses(root);
    expect(uses).toContain('app.whenReady');
    expect(uses).toContain("webContents.on('will-navigate')");
    expect(uses).toContain('session.defaultSession.webRequest.onBeforeRequest');
    expect(electronTable.map(({ api }) => api).toSorted()).toEqual(uses);
  });

  it('names specs that exist, which run on real Electron too', () => {
    const specs = new Set(electronTable.flatMap(({ spec }) => spec ?? []));
    expect(specs.size).toBeGreaterThan(0);
    expect(
      [...specs].filter((spec) => !existsSync(join(root, spec)) || !/^test\/e2e\/.*\.spec\.ts$/.test(spec)),
    ).toEqual([]);
  });
});
