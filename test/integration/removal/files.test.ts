import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import {
  allMountings,
  hasMountingPhoto,
  insertMountingPhoto,
  readLogFeed,
} from '../../../electron/db/tables/directory/mountings.ts';
import { createFileWorker } from '../../../electron/db/file-worker.ts';
import { isRemovalNoted, noteRemoval } from '../../../electron/db/tables/queue/removal-orders.ts';
import { logFrom } from '../../../electron/db/tables/queue/log-entries.ts';
import { backupFileAt } from '../../../electron/db/recovery/backups.ts';
import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { cleanFiles, resumeCleaning } from '../../../electron/removal/carry-out.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { sharedNote, sharedNotePage } from '../../../shared/relay/log.ts';
import { ok } from '../../../shared/result.ts';
import { uuid } from '../relay/uuid.ts';
import { openLaptop, THEN } from './laptop.ts';

const PERSON = 'Quendoline Zyxwary';
const NAMES = PERSON.split(' ');

test('a removal that ended before the files were clean is gone on with at the next opening', async () => {
  const laptop = openLaptop();
  const kept = await laptop.photo('stays');
  const orphan = await laptop.files.keep(Buffer.from(PERSON));
  laptop.mounting('', `beside the seat of ${PERSON}`);
  await laptop.directory.ask({
    write: 'notes',
    mountings: [],
    conditions: [],
    type: 'box-mounted',
    place: { sequence: 5, entry_id: null, read_at: THEN },
  });
  laptop.database.write((context) => noteRemoval(context, THEN));
  const left = resumeCleaning({
    database: laptop.database,
    supervisionFile: join(laptop.folder, 'none.db'),
  });
  expect(left).toBe(true);
  expect(isRemovalNoted(laptop.database.sqlite)).toBe(true);
  await laptop.service.resume();
  expect(laptop.files.piece(orphan, 0, 1)).toBeNull();
  expect(laptop.files.piece(kept, 0, 1)).not.toBeNull();
  expect(isRemovalNoted(laptop.database.sqlite)).toBe(false);
  // Which notes have the words is no longer known: all are read again.
  expect(laptop.filesSaying(`seat of ${PERSON}`)).toEqual([]);
  expect(readLogFeed(laptop.directory.sqlite, 'box-mounted')).toBeNull();
});

test('a removal that goes on also takes the copy of a colleague’s photo that no note names', async () => {
  const laptop = openLaptop();
  const sha256 = attachmentDigest.parse('a'.repeat(64));
  const row = { sha256, media_type: 'image/jpeg', bytes: Buffer.from(PERSON), fetched_at: THEN };
  laptop.directory.write((context) => insertMountingPhoto(context, row));
  laptop.database.write((context) => noteRemoval(context, THEN));
  await laptop.service.resume();
  expect(hasMountingPhoto(laptop.directory.sqlite, sha256)).toBe(false);
});

const noteAt = (sequence: number) =>
  sharedNote.parse({
    sequence,
    id: uuid('e', sequence),
    jobId: uuid('b', sequence),
    at: THEN,
    type: 'box-mounted',
    data: JSON.stringify({
      about: 'ford transit',
      form: '',
      place: 'dash',
      'place:en': 'Dash',
      where: '',
      note: '',
      photos: '',
    }),
  });

test('a reading of colleagues’ notes that a removal overtook begins again, and leaves none out', async () => {
  const notes = [1, 2].map(noteAt);
  const [, last] = notes;
  const removed = Promise.withResolvers<undefined>();
  const laptop = openLaptop({
    sharedNotes: async ({ type, after }) => {
      await removed.promise;
      const found = type === 'box-mounted' ? notes.filter(({ sequence }) => sequence > after) : [];
      return ok(sharedNotePage.parse({ notes: found, cursor: 2, upToDate: true }));
    },
    attachment: () => Promise.reject(new Error('no photo is named')),
  });
  await laptop.directory.ask({
    write: 'notes',
    mountings: [],
    conditions: [],
    type: 'box-mounted',
    place: { sequence: 2, entry_id: last?.id ?? null, read_at: THEN },
  });
  laptop.database.write((context) => noteRemoval(context, THEN));
  laptop.others.startReading();
  await laptop.service.resume();
  removed.resolve(undefined);
  await vi.waitFor(() => expect(readLogFeed(laptop.directory.sqlite, 'box-marked')).not.toBeNull());
  expect(allMountings(laptop.directory.sqlite).map(({ sequence }) => sequence)).toEqual([1, 2]);
});

test('a removal between two pages of colleagues’ notes leaves none out', async () => {
  const laptop = openLaptop({
    sharedNotes: async ({ type, after }) => {
      const found = type === 'box-mounted' ? [1, 2].filter((sequence) => sequence === after + 1) : [];
      const page = { notes: found.map(noteAt), cursor: after + found.length, upToDate: after > 0 };
      return ok(sharedNotePage.parse(page));
    },
    attachment: () => Promise.reject(new Error('no photo is named')),
  });
  const { ask } = laptop.directory;
  laptop.database.write((context) => noteRemoval(context, THEN));
  vi.spyOn(laptop.directory, 'ask').mockImplementationOnce(async (write) => {
    const answer = await ask(write);
    await laptop.service.resume();
    return answer;
  });
  laptop.others.startReading();
  await vi.waitFor(() => expect(readLogFeed(laptop.directory.sqlite, 'box-marked')).not.toBeNull());
  expect(allMountings(laptop.directory.sqlite).map(({ sequence }) => sequence)).toEqual([1, 2]);
});

const viewOf = (name: string) => ({
  name,
  filter: supervisionFilter.parse({}),
  sort: newestFirst,
  period: null,
});

test('a removal that is rolled back takes no saved view away', async () => {
  const laptop = openLaptop();
  laptop.views.save('Kim', viewOf(`By ${PERSON}`));
  laptop.record(PERSON, laptop.job(PERSON), 'job-started', { kind: 'installation' });
  // The rows of the removal are accepted one by one; their commit is not.
  laptop.database.sqlite.exec(
    `CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;
     CREATE TABLE child (parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED) STRICT;
     CREATE TRIGGER refused AFTER INSERT ON removal BEGIN INSERT INTO child VALUES (1); END`,
  );
  await expect(laptop.removeAll('person', PERSON)).rejects.toMatchObject({
    code: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  });
  expect(isRemovalNoted(laptop.database.sqlite)).toBe(false);
  expect(laptop.views.list('Kim').map(({ name }) => name)).toEqual([`By ${PERSON}`]);
});

test('a removal that ended before the saved views were deleted deletes them at the next opening', async () => {
  const laptop = openLaptop();
  laptop.views.save('Kim', viewOf(`By ${PERSON}`));
  laptop.views.save('Kim', viewOf('Waiting'));
  laptop.record(PERSON, laptop.job(PERSON), 'job-started', { kind: 'installation' });
  vi.spyOn(laptop.directory, 'ask').mockRejectedValueOnce(new Error('the app ended'));
  await expect(laptop.removeAll('person', PERSON)).rejects.toThrow('the app ended');
  await laptop.service.resume();
  expect(laptop.views.list('Kim').map(({ name }) => name)).toEqual(['Waiting']);
  for (const name of NAMES) expect(laptop.filesSaying(name)).toEqual([]);
});

test('a saved view with the name is gone with the rows, also where the files could not be cleaned', async () => {
  const laptop = openLaptop();
  laptop.views.save('Kim', viewOf(`By ${PERSON}`));
  laptop.record(PERSON, laptop.job(PERSON), 'job-started', { kind: 'installation' });
  // A folder in the place of a backup cannot be deleted like one.
  mkdirSync(backupFileAt(join(laptop.folder, 'backups'), THEN), { recursive: true });
  await expect(laptop.removeAll('person', PERSON)).rejects.toMatchObject({ code: 'ERR_FS_EISDIR' });
  expect(isRemovalNoted(laptop.database.sqlite)).toBe(true);
  expect(laptop.views.list('Kim')).toEqual([]);
});

test('while the file is rewritten the window is answered and new work is kept', async () => {
  const laptop = openLaptop();
  laptop.record(PERSON, laptop.job(PERSON), 'job-started', { kind: 'installation' });
  laptop.database.sqlite.exec(
    `CREATE TABLE filling AS WITH RECURSIVE row (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < 30000)
       SELECT n, hex(randomblob(300)) AS words FROM row`,
  );
  await laptop.service.find({ subject: 'person', words: PERSON });
  const digest = laptop.service.state().findings?.digest ?? '';
  const removing = laptop.service.remove({ digest, reason: 'Asked', request: 'the-person' });
  let answered = 0;
  const over = { state: false };
  const ended = () => {
    over.state = true;
  };
  void removing.then(ended, ended);
  let written = false;
  while (!over.state) {
    await nextTurn();
    if (laptop.service.state().removed === null || over.state) continue;
    answered += 1;
    if (written) continue;
    written = true;
    laptop.record('Kim', null, 'job-started', { kind: 'installation' });
  }
  await removing;
  expect(answered).toBeGreaterThan(0);
  expect(logFrom(laptop.database.sqlite, 1, 10).map(({ type }) => type)).toEqual([
    'job-started',
    'entries-redacted',
    'job-started',
  ]);
  for (const name of NAMES) expect(laptop.filesSaying(name)).toEqual([]);
});

test('a photo that is being written when its job is removed is deleted too', async () => {
  const laptop = openLaptop();
  const kept = await laptop.photo('stays');
  const keeping = laptop.files.keep(Buffer.from(PERSON));
  await cleanFiles({
    // The fewest turns before the files are judged.
    database: { ...laptop.database, synced: () => Promise.resolve() },
    files: laptop.files,
    worker: createFileWorker,
    onBackupsRemoved: () => undefined,
  });
  expect(laptop.files.piece(await keeping, 0, 1)).toBeNull();
  expect(laptop.files.piece(kept, 0, 1)).not.toBeNull();
});

test('without a thread, the file is rewritten all the same', async () => {
  const laptop = openLaptop();
  const { sqlite } = laptop.database;
  sqlite.pragma('secure_delete = OFF');
  laptop.put('form_draft', { form: 'edit 1', draft: JSON.stringify(PERSON), saved_at: THEN });
  sqlite.exec('DELETE FROM form_draft');
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.pragma('secure_delete = ON');
  expect(laptop.filesSaying(PERSON)).not.toEqual([]);
  await cleanFiles({
    database: laptop.database,
    files: laptop.files,
    worker: () => ({
      rewrite: () => Promise.reject(new Error('no thread')),
      end: () => Promise.resolve(),
    }),
    onBackupsRemoved: () => undefined,
  });
  expect(laptop.filesSaying(PERSON)).toEqual([]);
});

test('files that could not be cleaned are cleaned while the app runs, also without a due order', async () => {
  const laptop = openLaptop();
  laptop.judgeBy.now = null;
  const orphan = await laptop.files.keep(Buffer.from(PERSON));
  laptop.job(PERSON);
  vi.spyOn(laptop.files, 'keepOnly').mockRejectedValueOnce(new Error('a scanner holds the file'));
  await expect(laptop.removeAll('person', PERSON)).rejects.toThrow('a scanner holds the file');
  expect(laptop.files.piece(orphan, 0, 1)).not.toBeNull();
  expect(isRemovalNoted(laptop.database.sqlite)).toBe(true);
  await laptop.service.carryOutDue();
  expect(laptop.files.piece(orphan, 0, 1)).toBeNull();
  expect(isRemovalNoted(laptop.database.sqlite)).toBe(false);
  expect(laptop.service.state().task).toBeNull();
});
