import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { electronUses } from '../../host/electron-uses.ts';

const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'test/host/README.md'), 'utf8');
const rows = [...guide.matchAll(/^\| `([^`]+)`\s*\|([^|]+)\|([^|]+)\| (?:`(test\/[^`]+)`|none)\s*\|$/gm)].map(
  ([, api = '', host = '', differs = '', spec = null]) => ({ api, host, differs, spec }),
);

describe("the table of Electron's API in the guide of the hosts", () => {
  it('has each use of the shell, of main and of the preload script, and no other', () => {
    const uses = electronUses(root);
    expect(uses).toContain('app.whenReady');
    expect(uses).toContain("webContents.on('will-navigate')");
    expect(uses).toContain('session.defaultSession.webRequest.onBeforeRequest');
    expect(rows.map(({ api }) => api).toSorted()).toEqual(uses);
  });

  it('says of each how the Chromium host has it, and what differs', () => {
    expect(rows.filter(({ host, differs }) => host.trim() === '' || differs.trim() === '')).toEqual([]);
  });

  it('names specs that exist, which run on real Electron too', () => {
    const specs = new Set(rows.flatMap(({ spec }) => spec ?? []));
    expect(specs.size).toBeGreaterThan(0);
    expect(
      [...specs].filter((spec) => !existsSync(join(root, spec)) || !/^test\/e2e\/.*\.spec\.ts$/.test(spec)),
    ).toEqual([]);
  });
});
