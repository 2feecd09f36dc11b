import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of the running test's own, gone when it ends. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-db-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
