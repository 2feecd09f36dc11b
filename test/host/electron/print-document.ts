import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { settings } from './settings.ts';

let printed = 0;

/** Puts a PDF where the launcher wants it, else on the default printer. Rejects where there is none. */
export async function printDocument(pdf: Uint8Array): Promise<void> {
  if (settings.printDir !== undefined) {
    printed += 1;
    await writeFile(join(settings.printDir, `printed-${printed}.pdf`), pdf);
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'boxwright-print-'));
  try {
    await writeFile(join(folder, 'report.pdf'), pdf);
    await promisify(execFile)('lp', [join(folder, 'report.pdf')]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
