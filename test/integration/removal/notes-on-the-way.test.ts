import { expect, test, vi } from 'vitest';
import {
  allMountings,
  hasMountingPhoto,
  readLogFeed,
} from '../../../electron/db/tables/directory/mountings.ts';
import { isRemovalNoted } from '../../../electron/db/tables/queue/removal-orders.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { sharedNotePage } from '../../../shared/relay/log.ts';
import { ok } from '../../../shared/result.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { uuid } from '../relay/uuid.ts';
import { namingCopies } from '../supervision/naming-copies.ts';
import { openLaptop, THEN } from './laptop.ts';

/* The relay's answers with notes and photos of colleagues, which arrive after the removal of the person that they show. */

const PHOTO = attachmentDigest.parse('a'.repeat(64));
const picture = ok({ mediaType: 'image/jpeg', bytes: Buffer.from(madeJpeg()) } as const);

const noteSaying = (note: string) =>
  sharedNotePage.parse({
    notes: [
      {
        sequence: 1,
        id: uuid('e', 1),
        jobId: uuid('b', 1),
        at: THEN,
        type: 'box-mounted',
        data: JSON.stringify({ about: 'vw|golf', place: 'seat', 'place:en': 'Seat', note, photos: PHOTO }),
      },
    ],
    cursor: 1,
    upToDate: true,
  });
const nothing = sharedNotePage.parse({ notes: [], cursor: 1, upToDate: true });

/** A relay whose answer to the first request waits for the test. */
function relayThatWaits(waits: 'sharedNotes' | 'attachment') {
  const asked = vi.fn<() => void>();
  const answer = Promise.withResolvers<undefined>();
  const first = async (what: typeof waits) => {
    if (what !== waits) return;
    asked();
    await answer.promise;
  };
  // At the relay the words are gone from the removal on.
  const state = { note: noteSaying('behind the seat of Quendoline') };
  const client: Pick<RelayClient, 'sharedNotes' | 'attachment'> = {
    sharedNotes: async ({ type }) => {
      const page = type === 'box-mounted' ? state.note : nothing;
      await first('sharedNotes');
      return ok(page);
    },
    attachment: async () => {
      await first('attachment');
      return picture;
    },
  };
  return { client, asked, answer, state };
}

test('a photo that the relay sends during a removal is not stored after it', async () => {
  const { client, asked, answer } = relayThatWaits('attachment');
  const laptop = openLaptop(client);
  laptop.mounting('', 'behind the seat of Quendoline', PHOTO);
  const shown = laptop.others.photo(PHOTO);
  expect(asked).toHaveBeenCalledOnce();
  await laptop.removeAll('person', 'Quendoline');
  answer.resolve(undefined);
  expect(await shown).toBeNull();
  expect(hasMountingPhoto(laptop.directory.sqlite, PHOTO)).toBe(false);
});

test('a fetched photo is not in memory after the removal of its job', async () => {
  const asked = vi.fn<() => void>();
  const laptop = openLaptop({
    sharedNotes: () => Promise.reject(new Error('no note is read')),
    attachment: () => {
      asked();
      return Promise.resolve(picture);
    },
  });
  laptop.record('Quendoline', laptop.job('Quendoline'), 'job-started', { kind: 'installation' });
  const copies = namingCopies([PHOTO]);
  await laptop.photos.get(copies, PHOTO);
  await laptop.removeAll('person', 'Quendoline');
  await laptop.photos.get(copies, PHOTO);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a note that the relay sends during a removal is not stored after it', async () => {
  const { client, asked, answer, state } = relayThatWaits('sharedNotes');
  const laptop = openLaptop(client);
  laptop.others.startReading();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await laptop.removeAll('person', 'Quendoline');
  state.note = noteSaying('under the dash');
  answer.resolve(undefined);
  await vi.waitFor(() => expect(allMountings(laptop.directory.sqlite)).toHaveLength(1));
  expect(laptop.filesSaying('Quendoline')).toEqual([]);
});

test('a removed note is not read again, also where the app ended after the rows were gone', async () => {
  const laptop = openLaptop({
    sharedNotes: ({ type }) =>
      Promise.resolve(ok(type === 'box-mounted' ? noteSaying('behind the seat of Quendoline') : nothing)),
    attachment: () => Promise.resolve(picture),
  });
  laptop.others.startReading();
  await vi.waitFor(() => expect(hasMountingPhoto(laptop.directory.sqlite, PHOTO)).toBe(true));
  vi.spyOn(laptop.others, 'dropAnswers').mockImplementationOnce(() => {
    throw new Error('the app ended');
  });
  await expect(laptop.removeAll('person', 'Quendoline')).rejects.toThrow('the app ended');
  await laptop.service.resume();
  const next = laptop.openOthers();
  next.startReading();
  await vi.waitFor(() => expect(readLogFeed(laptop.directory.sqlite, 'box-marked')).not.toBeNull());
  await next.stop();
  expect(allMountings(laptop.directory.sqlite)).toEqual([]);
  expect(laptop.filesSaying('Quendoline')).toEqual([]);
});

test('a removed note that the relay still has is not read again', async () => {
  const types = vi.fn<(type: string) => void>();
  const laptop = openLaptop({
    sharedNotes: ({ type }) => {
      types(type);
      return Promise.resolve(
        ok(type === 'box-mounted' ? noteSaying('behind the seat of Quendoline') : nothing),
      );
    },
    attachment: () => Promise.resolve(picture),
  });
  laptop.others.startReading();
  await vi.waitFor(() => expect(hasMountingPhoto(laptop.directory.sqlite, PHOTO)).toBe(true));
  await laptop.removeAll('person', 'Quendoline');
  types.mockClear();
  const next = laptop.openOthers();
  next.startReading();
  await vi.waitFor(() => expect(types).toHaveBeenCalledWith('box-marked'));
  await next.stop();
  expect(laptop.filesSaying('Quendoline')).toEqual([]);
});

test('a note on its way to its file is recorded with the removal, also where the app ends in that turn', async () => {
  const laptop = openLaptop({
    sharedNotes: ({ type }) =>
      Promise.resolve(ok(type === 'box-mounted' ? noteSaying('behind the seat of Quendoline') : nothing)),
    attachment: () => Promise.resolve(picture),
  });
  laptop.record('Quendoline', laptop.job('Quendoline'), 'job-started', { kind: 'installation' });
  const write = laptop.directory.ask;
  const held = Promise.withResolvers<undefined>();
  const asked = vi.spyOn(laptop.directory, 'ask').mockImplementationOnce(async (request) => {
    await held.promise;
    return write(request);
  });
  laptop.others.startReading();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  vi.spyOn(laptop.others, 'dropAnswers').mockImplementationOnce(() => {
    throw new Error('the app ended');
  });
  await expect(laptop.removeAll('person', 'Quendoline')).rejects.toThrow('the app ended');
  held.resolve(undefined);
  await laptop.others.stop();
  await laptop.service.resume();
  const next = laptop.openOthers();
  next.startReading();
  await vi.waitFor(() => expect(readLogFeed(laptop.directory.sqlite, 'box-marked')).not.toBeNull());
  await next.stop();
  expect(allMountings(laptop.directory.sqlite)).toEqual([]);
});

test('a later removal also removes the notes that an earlier one could not remove', async () => {
  const laptop = openLaptop();
  for (const name of ['Quendoline', 'Berthold']) {
    laptop.record(name, laptop.job(name), 'job-started', { kind: 'installation' });
    laptop.mounting('', `behind the seat of ${name}`);
  }
  vi.spyOn(laptop.directory, 'ask').mockRejectedValueOnce(new Error('the disk is full'));
  await expect(laptop.removeAll('person', 'Quendoline')).rejects.toThrow('the disk is full');
  await laptop.removeAll('person', 'Berthold');
  expect(laptop.filesSaying('Quendoline')).toEqual([]);
  expect(isRemovalNoted(laptop.database.sqlite)).toBe(false);
});
