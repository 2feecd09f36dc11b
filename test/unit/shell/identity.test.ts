import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { identifyApp } from '../../../electron/shell/lifecycle.ts';

const named = vi.hoisted((): { ids: string[] } => ({ ids: [] }));
vi.mock('electron', () => ({ app: { setAppUserModelId: (id: string) => named.ids.push(id) } }));
beforeEach(() => {
  named.ids.length = 0;
});

it('is on Windows that of the installer’s shortcut', () => {
  const file = join(import.meta.dirname, '../../../electron-builder.yml');
  const { appId } = z.object({ appId: z.string() }).parse(parse(readFileSync(file, 'utf8')));
  identifyApp('win32');
  expect(named.ids).toEqual([appId]);
});

it.each(['darwin', 'linux'] as const)('is not set on %s', (platform) => {
  identifyApp(platform);
  expect(named.ids).toEqual([]);
});
