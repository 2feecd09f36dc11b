import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAttachmentFiles } from '../../../electron/log/attachment-files.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { holdSyncs, replaceSyncs } from '../../power-cut/replaced-syncs.ts';
import { codeOfRejection } from '../db/problem-code.ts';
import { tempFolder } from '../db/temp-folder.ts';

const PHOTO = Buffer.from('a photo');
const DIGEST = attachmentDigest.parse(createHash('sha256').update(PHOTO).digest('hex'));

/** The files of a folder that does not exist yet. */
function opened() {
  const folder = join(tempFolder(), 'attachments');
  return { folder, files: createAttachmentFiles(folder) };
}

/** The folder exists, so that the first sync is that of the photo. */
function openedWithFolder() {
  const made = opened();
  mkdirSync(made.folder);
  return made;
}

const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

describe('storing a photo', () => {
  it('ends after the photo, its name and the name of a new folder are synced', async () => {
    const { folder, files } = opened();
    let syncs = 0;
    await replaceSyncs(async (sync) => {
      await sync();
      syncs += 1;
    });
    expect(await files.keep(PHOTO)).toBe(DIGEST);
    expect(syncs).toBe(3);
    expect(readFileSync(join(folder, DIGEST))).toEqual(PHOTO);
    expect(readdirSync(folder)).toEqual([DIGEST]);
    await files.keep(Buffer.from('another'));
    expect(syncs).toBe(5);
  });

  it('does not end before its sync', async () => {
    const { files } = openedWithFolder();
    const disk = await holdSyncs();
    let ended = false;
    const keeping = files.keep(PHOTO).finally(() => {
      ended = true;
    });
    await vi.waitFor(() => expect(disk.begun()).toBe(1));
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect([ended, files.piece(DIGEST, 0, PHOTO.length)]).toEqual([false, null]);
    disk.letGo();
    await keeping;
  });

  it('shares one write between simultaneous calls with the same bytes', async () => {
    const { files } = openedWithFolder();
    const disk = await holdSyncs();
    const both = Promise.all([files.keep(PHOTO), files.keep(Buffer.from(PHOTO))]);
    await vi.waitFor(() => expect(disk.begun()).toBe(1));
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(disk.begun()).toBe(1);
    disk.letGo();
    expect(await both).toEqual([DIGEST, DIGEST]);
    expect(disk.begun()).toBe(2);
  });

  it('does not count as done for a second call while only the name is there', async () => {
    const { folder, files } = openedWithFolder();
    const name = Promise.withResolvers<undefined>();
    let syncs = 0;
    await replaceSyncs(async (sync) => {
      syncs += 1;
      if (syncs === 2) await name.promise;
      await sync();
    });
    const first = files.keep(PHOTO);
    await vi.waitFor(() => expect([syncs, existsSync(join(folder, DIGEST))]).toEqual([2, true]));
    let ended = false;
    const second = files.keep(PHOTO).finally(() => {
      ended = true;
    });
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    expect(ended).toBe(false);
    name.resolve(undefined);
    await Promise.all([first, second]);
  });

  it.each([
    ['ENOSPC', 'not-saved-disk-full'],
    ['EIO', 'not-saved-disk-full'],
    ['EROFS', 'folder-read-only'],
    ['EBUSY', 'database-busy'],
  ])('leaves nothing behind on %s', async (code, problem) => {
    const { folder, files } = openedWithFolder();
    for (const failed of [1, 2]) {
      let syncs = 0;
      await replaceSyncs((sync) => {
        syncs += 1;
        return syncs === failed ? failing(code) : sync();
      });
      expect(await codeOfRejection(files.keep(PHOTO))).toBe(problem);
      expect([syncs, readdirSync(folder)]).toEqual([failed, []]);
    }
    await replaceSyncs((sync) => sync());
    expect(await files.keep(PHOTO)).toBe(DIGEST);
  });

  it('is over for `settled` when it has ended, also badly', async () => {
    const { files } = openedWithFolder();
    await files.settled();
    const disk = await holdSyncs();
    const keeping = files.keep(PHOTO);
    let settled = false;
    const settling = files.settled().finally(() => {
      settled = true;
    });
    await vi.waitFor(() => expect(disk.begun()).toBe(1));
    expect(settled).toBe(false);
    disk.letGo();
    await Promise.all([keeping, settling]);
    await replaceSyncs(() => failing('EIO'));
    const failed = codeOfRejection(files.keep(Buffer.from('another')));
    await files.settled();
    expect(await failed).toBe('not-saved-disk-full');
  });
});

describe('deleting files', () => {
  it('leaves one that is being written', async () => {
    const { folder, files } = openedWithFolder();
    writeFileSync(join(folder, '1'.repeat(64)), 'no photo');
    writeFileSync(join(folder, `${'2'.repeat(64)}.unfinished`), 'half a ph');
    const disk = await holdSyncs();
    const keeping = files.keep(PHOTO);
    await vi.waitFor(() => expect(disk.begun()).toBe(1));
    const deleting = files.keepOnly(() => false);
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([`${DIGEST}.unfinished`]));
    files.remove(DIGEST);
    disk.letGo();
    await Promise.all([keeping, deleting]);
    expect(readdirSync(folder)).toEqual([DIGEST]);
  });

  it('leaves one whose name is being synced', async () => {
    const { folder, files } = openedWithFolder();
    const name = Promise.withResolvers<undefined>();
    let syncs = 0;
    await replaceSyncs(async (sync) => {
      syncs += 1;
      if (syncs === 2) await name.promise;
      await sync();
    });
    const keeping = files.keep(PHOTO);
    await vi.waitFor(() => expect(syncs).toBe(2));
    await files.keepOnly(() => false);
    files.remove(DIGEST);
    name.resolve(undefined);
    await keeping;
    expect(readdirSync(folder)).toEqual([DIGEST]);
  });

  it('deletes one file at once, and it may be gone already', async () => {
    const { folder, files } = opened();
    files.remove(DIGEST);
    await files.keepOnly(() => false);
    const digest = await files.keep(PHOTO);
    files.remove(digest);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('judges by digest and time, and lets the event loop go on', async () => {
    const { folder, files } = openedWithFolder();
    const names = Array.from({ length: 350 }, (_, n) => n.toString(16).padStart(64, '0'));
    for (const name of names) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), 1_000, 1_000);
    }
    let turns = 0;
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    onTestFinished(() => clearImmediate(counting));
    const turnOf = new Map<number, number>();
    await files.keepOnly((digest, writtenAt) => {
      turnOf.set(turns, (turnOf.get(turns) ?? 0) + 1);
      expect(writtenAt()).toBe(1_000_000);
      return digest === names[7];
    });
    expect(readdirSync(folder)).toEqual([names[7]]);
    expect(Math.max(...turnOf.values())).toBeLessThanOrEqual(100);
  });
});
