import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dialog } from '../../host/electron/desktop.ts';

test('a file saved at the suggested place gets its folder, also without a Documents folder', async () => {
  const home = await mkdtemp(join(tmpdir(), 'save-dialog-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const defaultPath = join(home, 'Documents', 'report.pdf');
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath });
  expect({ canceled, filePath }).toEqual({ canceled: false, filePath: defaultPath });
  expect((await stat(dirname(filePath))).isDirectory()).toBe(true);
});
