import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { createSharedCommit } from '../../../electron/db/shared-commit.ts';
import { tempFolder } from './temp-folder.ts';

function openNotes() {
  const file = join(tempFolder(), 'notes.db');
  const options = {
    file,
    migrations: [
      { version: 1, sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT' },
    ],
    durability: 'full' as const,
    onCommitted: () => undefined,
  };
  const database = openDatabase(options);
  const reader = openDatabase(options);
  onTestFinished(database.close);
  onTestFinished(reader.close);
  let commits = 0;
  const shared = createSharedCommit({
    ...database,
    write: (work) => {
      commits += 1;
      return database.write(work);
    },
  });
  const add = (text: string) =>
    shared.write(({ sqlite }) => {
      sqlite.prepare('INSERT INTO note (text) VALUES (?)').run(text);
      return text;
    });
  const kept = () => reader.sqlite.prepare('SELECT text FROM note ORDER BY id').pluck().all();
  return { add, kept, commits: () => commits };
}

it('writes that are ready at the same moment share one commit, and none is answered before it is on disk', async () => {
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
