import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assert, boolean, property, string } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileAmong } from '../../../electron/jobs/hand-over/file-argument.ts';
import { createOpenedFiles, pathOf } from '../../../electron/jobs/hand-over/opened-file.ts';
import { seal } from '../../../electron/jobs/hand-over/file-format.ts';
import { MOST_FILE_BYTES } from '../../../shared/ipc/calls/job-transfer.ts';
import { type Problem, ProblemError } from '../../../shared/problem.ts';
import { anyCharacter } from '../any-character.ts';

let folder: string;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'boxwright-opened-'));
  file = join(folder, 'M-BX 1042.boxwright-job');
  writeFileSync(file, await seal('{}', 'correct horse 7', 1));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function askedFor(argument: string): { readonly path: string | null; readonly refusal: Problem | null } {
  try {
    return { path: pathOf(argument, folder), refusal: null };
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    return { path: null, refusal: cause.problem };
  }
}

async function opened(argument: string) {
  const seen: unknown[] = [];
  const files = createOpenedFiles(() => seen.push(files.waiting()));
  await files.open(argument, folder);
  expect(seen).toEqual([files.waiting()]);
  return files.waiting();
}

test('the opened file is the first argument with the ending that is no option', () => {
  expect(
    fileAmong(['/opt/boxwright', '--flag=x.boxwright-job', 'one.BOXWRIGHT-JOB', 'two.boxwright-job']),
  ).toBe('one.BOXWRIGHT-JOB');
  expect(fileAmong(['/opt/boxwright', '.', 'notes.txt', '--allow-file-access-from-files'])).toBeNull();
});

test('an opened file waits with its name and its bytes until it was inspected', async () => {
  const files = createOpenedFiles(() => undefined);
  expect(files.waiting()).toBeNull();
  await files.open(file, '/');
  expect(files.waiting()).toMatchObject({ state: 'read', name: 'M-BX 1042.boxwright-job' });
  files.setAside();
  expect(files.waiting()).toBeNull();
});

test('it may be named from the folder of the start, by an address of this computer, and by a link', async () => {
  const link = join(folder, 'link.boxwright-job');
  symlinkSync(file, link);
  for (const argument of ['M-BX 1042.boxwright-job', pathToFileURL(file).href, link]) {
    expect({ argument, file: await opened(argument) }).toMatchObject({ file: { state: 'read' } });
  }
});

test('of two openings the later one waits, and each has a number of its own', async () => {
  const files = createOpenedFiles(() => undefined);
  await Promise.all([files.open(file, folder), files.open('gone.boxwright-job', folder)]);
  expect(files.waiting()).toMatchObject({
    number: 2,
    state: 'refused',
    problem: { code: 'opened-file-gone' },
  });
});

test('a path on another machine, a device or another address is refused before anything is touched', async () => {
  const hostile = [
    '\\\\server\\share\\x.boxwright-job',
    '//server/share/x.boxwright-job',
    '\\\\?\\C:\\x.boxwright-job',
    '\\\\.\\pipe\\x.boxwright-job',
    'file://server/share/x.boxwright-job',
    'file:////server/share/x.boxwright-job',
    'file:///tmp/a%00b.boxwright-job',
    'file:///tmp/a%2Fb.boxwright-job',
    'https://elsewhere.example/x.boxwright-job',
    'javascript:alert(1)//.boxwright-job',
    'x\0.boxwright-job',
    '/etc/passwd',
  ];
  for (const argument of hostile) {
    expect({ argument, file: await opened(argument) }).toMatchObject({
      file: { state: 'refused', problem: { code: 'opened-file-refused' } },
    });
  }
});

test('a folder, a pipe without a writer, a huge file and a file of another program are refused by name', async () => {
  const pipe = join(folder, 'pipe.boxwright-job');
  execFileSync('mkfifo', [pipe]);
  const huge = join(folder, 'huge.boxwright-job');
  writeFileSync(huge, '');
  truncateSync(huge, MOST_FILE_BYTES + 1);
  const foreign = join(folder, 'letter.boxwright-job');
  writeFileSync(foreign, 'MZ\u0090');
  const within = mkdtempSync(join(folder, 'folder-'));
  symlinkSync(within, join(folder, 'folder.boxwright-job'));
  for (const [argument, code] of [
    ['folder.boxwright-job', 'opened-file-refused'],
    [pipe, 'opened-file-refused'],
    [huge, 'opened-file-refused'],
    [foreign, 'hand-over-unreadable'],
  ] as const) {
    expect({ argument, file: await opened(argument) }).toMatchObject({
      file: { state: 'refused', problem: { code } },
    });
  }
});

test('whatever an argument holds, it becomes an absolute path with the ending, or one clear refusal', () => {
  assert(
    property(string({ unit: anyCharacter, maxLength: 60 }), boolean(), (text, ending) => {
      const argument = ending ? `${text}.boxwright-job` : text;
      const { path, refusal } = askedFor(argument);
      expect(path ?? '/x.boxwright-job').toMatch(/^\/(?!\/)[^\0]*\.boxwright-job$/is);
      expect(refusal?.code ?? 'opened-file-refused').toBe('opened-file-refused');
      expect(refusal?.params['file'] ?? '').not.toMatch(/\p{C}/u);
    }),
    { numRuns: 500 },
  );
});
