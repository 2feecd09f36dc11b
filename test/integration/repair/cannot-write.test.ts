import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { language } from '../../../shared/domain/settings.ts';
import { makeProblem, type ProblemCode, ProblemError } from '../../../shared/problem.ts';
import { createTranslator } from '../../../electron/base/translator.ts';
import { createSettingsFile } from '../../../electron/profiles/settings-store.ts';
import { startFailure } from '../../../electron/app/start-profile.ts';

const NOBODY = 65_534;

/** A folder that every account may enter and only its owner may write into. */
function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'boxwright-read-only-'));
  chmodSync(made, 0o755);
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** The outcome of opening the profile's databases in a process without root's rights. */
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

test('an unwritable data folder is reported as such', () => {
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

/** The outcome for each kind of file in a process without root's rights that may make no file larger than that. */
function writeAsNobody(dataDir: string, largestFile = 'unlimited'): unknown {
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const script = `ulimit -f ${largestFile}; exec "$0" "$@"`;
  const program = [process.execPath, join(import.meta.dirname, 'write-files.ts'), dataDir];
  const { stdout, stderr } = spawnSync('sh', ['-c', script, ...program], { ...asNobody, encoding: 'utf8' });
  return stdout === '' ? stderr : JSON.parse(stdout);
}

const FEW_BLOCKS = '8';

test('settings, photos and reports that folder or disk refuse are reported as such, and leave no half a file', () => {
  const dataDir = folder();
  if (process.getuid?.() === 0) chownSync(dataDir, NOBODY, NOBODY);
  expect(writeAsNobody(dataDir, FEW_BLOCKS)).toEqual({
    settings: 'not-saved-disk-full',
    photo: 'not-saved-disk-full',
    report: 'file-not-written',
  });
  expect(readdirSync(dataDir)).toEqual(['attachments']);
  expect(readdirSync(join(dataDir, 'attachments'))).toEqual([]);

  rmSync(join(dataDir, 'attachments'), { recursive: true });
  chmodSync(dataDir, 0o555);
  expect(writeAsNobody(dataDir)).toEqual({
    settings: 'folder-read-only',
    photo: 'folder-read-only',
    report: 'file-not-written',
  });
  chmodSync(dataDir, 0o755);
  expect(writeAsNobody(dataDir)).toEqual({ settings: 'written', photo: 'written', report: 'written' });
});

test.each(language.options)('without a window a person reads why and what to do, in %s', (chosen) => {
  const dataDir = folder();
  createSettingsFile(join(dataDir, 'preferences.json')).write({ language: chosen });
  const codes: readonly ProblemCode[] = [
    'folder-read-only',
    'not-saved-disk-full',
    'database-busy',
    'database-newer',
    'another-instance',
  ];
  const said = codes.map((code) =>
    startFailure(new ProblemError(makeProblem(code, { file: 'queue.db' })), dataDir),
  );
  for (const { title, text } of said) {
    expect(title).toContain('Boxwright');
    expect(text).toMatch(/^\S.+\n\n\S.+$/);
    expect(text).not.toContain('problems.');
  }
  expect(new Set(said.map(({ text }) => text)).size).toBe(codes.length);
  const inThisLanguage = createTranslator(chosen);
  expect(said[0]?.text).toContain(inThisLanguage({ key: 'problems.folder-read-only.says', params: {} }));
});

test('a disk that is full at the start loses nothing, and the words say so: nothing was being saved', () => {
  const full = new ProblemError(makeProblem('not-saved-disk-full', { file: 'queue.db' }, 'disk is full'));
  const { text } = startFailure(full, folder());
  expect(text.split('\n\n')).toEqual([
    'The laptop’s disk is full or reported an error, so the saved work cannot be opened. Nothing of it is lost.',
    'Free some space or have the disk checked, then try again.',
    'disk is full',
  ]);
});

test('an unforeseen fault is one plain sentence with a next step too, its own words last and without a secret', () => {
  const { text } = startFailure(new TypeError('x is not a function, api_key=top-secret-1'), folder());
  const parts = text.split('\n\n');
  expect(parts).toHaveLength(3);
  expect(parts[0]).toMatch(/^[A-Z].+\.$/);
  expect(parts[1]).toMatch(/^[A-Z].+\.$/);
  expect(parts[2]).toContain('x is not a function');
  expect(text).not.toContain('top-secret-1');
});
