import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { language } from '../../../shared/domain/preferences.ts';
import { makeProblem, type ProblemCode, ProblemError } from '../../../shared/problem.ts';
import { createSettingsFile } from '../../../electron/profiles/settings-store.ts';
import { startFailure } from '../../../electron/start-failure.ts';

const NOBODY = 65_534;

/** A folder that everybody may enter and nobody may write into but its owner. */
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'boxwright-read-only-'));
  chmodSync(made, 0o755);
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** What becomes of opening the profile's databases in a process that is not the superuser, who may write anywhere. */
function openAsNobody(dataDir: string): string {
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'open-profile.ts'), dataDir],
    {
      ...asNobody,
      encoding: 'utf8',
    },
  );
  return `${stdout}${stderr}`.trim();
}

test('a data folder that cannot be written into is said as that', () => {
  const dataDir = folder();
  chmodSync(dataDir, 0o555);
  expect(openAsNobody(dataDir)).toBe('folder-read-only');
});

test('so is a profile whose folder was taken away from the person, and what is in it stays', () => {
  const dataDir = folder();
  const own = join(dataDir, 'own');
  mkdirSync(own);
  if (process.getuid?.() === 0) chownSync(own, NOBODY, NOBODY);
  expect(openAsNobody(own)).toBe('opened');
  const database = join(own, 'profiles/uat-0123/4711');
  chmodSync(database, 0o555);
  expect(openAsNobody(own)).toBe('folder-read-only');
  chmodSync(database, 0o755);
  expect(openAsNobody(own)).toBe('opened');
});

test.each(language.options)('whoever gets no window reads why and what to do, in %s', (chosen) => {
  const dataDir = folder();
  createSettingsFile(join(dataDir, 'preferences.json')).write({ language: chosen });
  const codes: readonly ProblemCode[] = [
    'folder-read-only',
    'not-saved-disk-full',
    'database-busy',
    'database-newer',
    'another-instance',
  ];
  for (const code of codes) {
    const { title, text } = startFailure(new ProblemError(makeProblem(code, { file: 'queue.db' })), dataDir);
    expect(title).toContain('Boxwright');
    expect(text).toMatch(/^\S.+\n\n\S.+$/);
    expect(text).not.toContain('problems.');
  }
});
