import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostOfThisRun } from '../../host/choose-host.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import { watchProcess } from '../../host/watched-process.ts';

it("the shell's PDF renderer and its printer print a document in a hidden page", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'boxwright-pdf-'));
  const file = join(folder, 'report.pdf');
  const chosen = await hostOfThisRun(() => {});
  // The shell's source as it is: Electron itself does not run TypeScript, so this one is for the Chromium host.
  const main = join(import.meta.dirname, 'parts/print-main.ts');
  const printing = watchProcess(
    spawn(process.execPath, [join(projectRoot, 'test/host/run-main.ts'), main], {
      env: {
        ...process.env,
        BOXWRIGHT_HEADLESS: '1',
        PRINT_TO: file,
        BOXWRIGHT_HOST_PRINT_DIR: folder,
        ...(chosen.host === 'chromium' ? { BOXWRIGHT_HOST_CHROMIUM: chosen.executable } : {}),
      },
    }),
  );
  expect({ code: await printing.exited, output: printing.output() }).toEqual({ code: 0, output: '' });
  const pdf = await readFile(file);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.length).toBeGreaterThan(1000);
  expect((await readFile(join(folder, 'printed-1.pdf'))).length).toBeGreaterThan(1000);
  await rm(folder, { recursive: true, force: true });
});
