import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { openDatabase } from '../../../electron/db/open.ts';
import { createSharedCommit } from '../../../electron/db/shared-commit.ts';
import { tempFolder } from './temp-folder.ts';

const optionsOf = (file: string) => ({
  file,
  migrations: [
    { version: 1, sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT' },
  ],
  durability: 'full' as const,
  onCommitted: () => undefined,
});

function openNotes() {
  const options = optionsOf(join(tempFolder(), 'notes.db'));
  const database = openDatabase(options);
  const reader = openDatabase(options);
  onTestFinished(database.close);
  onTestFinished(reader.close);
  let commits = 0;
  let blocked = Promise.resolve();
  const shared = createSharedCommit(
    {
      ...database,
      write: (work) => {
        commits += 1;
        return database.write(work);
      },
      synced: async () => {
        await blocked;
        await database.synced();
      },
    },
    () => Promise.resolve(),
  );
  const add = (text: string) =>
    shared.write(({ sqlite }) => {
      sqlite.prepare('INSERT INTO note (text) VALUES (?)').run(text);
      return text;
    });
  const kept = () => reader.sqlite.prepare('SELECT text FROM note ORDER BY id').pluck().all();
  /** The disk syncs nothing until the answer is called. */
  const blockDisk = (): PromiseWithResolvers<void> => {
    const disk = Promise.withResolvers<void>();
    blocked = disk.promise;
    return disk;
  };
  return { add, kept, commits: () => commits, blockDisk };
}

it('writes that are ready at the same moment share one commit, and none is answered before it', async () => {
  const { add, kept, commits } = openNotes();
  const heard: unknown[] = [];
  const hear = (text: string) => heard.push([text, kept()]);
  await Promise.all([add('one').then(hear), Promise.resolve().then(() => add('two').then(hear))]);
  expect(commits()).toBe(1);
  expect(heard).toEqual([
    ['one', ['one', 'two']],
    ['two', ['one', 'two']],
  ]);
});

it('a failed write rolls back no other, and leaves nothing', async () => {
  const { add, kept } = openNotes();
  const answers = await Promise.allSettled([add('one'), add('one'), add('two')]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(kept()).toEqual(['one', 'two']);
});

it('a write after a commit belongs to another commit', async () => {
  const { add, kept, commits } = openNotes();
  await add('one');
  await add('two');
  expect(commits()).toBe(2);
  expect(kept()).toEqual(['one', 'two']);
});

it('answers no caller before the disk has synced; work that comes meanwhile shares the next commit', async () => {
  const { add, kept, commits, blockDisk } = openNotes();
  const disk = blockDisk();
  const answered: string[] = [];
  const hear = (text: string) => answered.push(text);
  const first = add('one').then(hear);
  await vi.waitFor(() => expect(kept()).toEqual(['one']));
  const later = ['two', 'three'].map((text) => add(text).then(hear));
  await nextTurn();
  expect(answered).toEqual([]);
  disk.resolve();
  await Promise.all([first, ...later]);
  expect(answered).toEqual(['one', 'two', 'three']);
  expect(commits()).toBe(2);
});

it('rejects where the sync fails, writes nothing twice, and goes on with the next commit', async () => {
  const { add, kept, commits, blockDisk } = openNotes();
  const disk = blockDisk();
  const failing = Promise.allSettled([add('one'), add('two')]);
  const problem = new ProblemError(makeProblem('last-steps-unsaved'));
  disk.reject(problem);
  expect(await failing).toEqual([
    { status: 'rejected', reason: problem },
    { status: 'rejected', reason: problem },
  ]);
  expect(commits()).toBe(1);
  blockDisk().resolve();
  await add('three');
  expect(kept()).toEqual(['one', 'two', 'three']);
});

it('takes no commit for rolled back whose listener fails, and reports the error of the listener once', async () => {
  let published = 0;
  const database = openDatabase({
    ...optionsOf(join(tempFolder(), 'notes.db')),
    onCommitted: () => {
      published += 1;
      throw new Error('the listener');
    },
  });
  onTestFinished(database.close);
  database.write(({ changed }) => changed('queue'));
  await expect(database.synced()).rejects.toThrow('the listener');
  await database.synced();
  expect(published).toBe(1);
});
