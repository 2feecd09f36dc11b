import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attachmentFiles, deleteStray, moveAll, movingFiles } from '../../../relay/attachment-files.ts';
import { piecesOf, type AttachmentKey } from '../../../relay/store/attachments-store.ts';
import type { RelayStore } from '../../../relay/store/store.ts';
import type { AttachedFile } from '../../../shared/relay/attachments.ts';
import { REMOVAL, removedNames } from '../../../shared/relay/removals.ts';
import { DAY, HOUR } from '../../../shared/time.ts';
import { namedFile } from '../../instructions/written-instruction.ts';
import { registerKey, signedPublication } from '../../publications/written-publication.ts';
import { makeSigner } from './signed-batch.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { actorOf } from '../../attacks/attacked-relay.ts';
import { CUSTOMER } from './store/arriving.ts';
import { onBothStores, type StoreKind } from './store/store-kinds.ts';
import { bucket, folder, keyOf, pictureOf, type PlaceKind, uploaded } from './attachment-places.ts';
import { batchOf, chainOf } from './log-chain.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';

/* Complete attachments move out of the database, to a folder or to the bucket of a real S3 server. */

async function bytesOf(store: RelayStore, key: AttachmentKey): Promise<Buffer> {
  const found = await store.findAttachment(key);
  if (found === null) throw new Error('unknown');
  const pieces: Buffer[] = [];
  for await (const piece of piecesOf(store, key, found)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const WORDS = 'Quendoline on a photo.';
const PHOTO = madeJpeg(`${WORDS} `.repeat(20_000));
const nothing = { jobs: [], reviews: [], photos: [], plans: [] };
/** The files of a data folder that have words of the photo. */
const holds = (dataDir: string): readonly string[] =>
  readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(dataDir, entry.name)).includes(WORDS))
    .map(({ name }) => name);

const never = (): boolean => false;
const NOW = 10 * HOUR;

function suite(kind: StoreKind, placeKind: PlaceKind): void {
  const furnished = async () => {
    const place = await kind.place();
    const at = await placeKind.make();
    const store = await place.open();
    const files = attachmentFiles({ attachments: at.place });
    if (files === null) throw new Error('a place outside');
    const warned: string[] = [];
    const warn = (_: unknown, message: string) => void warned.push(message);
    const parts = { store, files, now: () => NOW, warn };
    return {
      at,
      store,
      files,
      parts,
      warned,
      move: () => moveAll(parts, never),
      reading: movingFiles(parts).store,
    };
  };

  it('has the bytes afterwards, and the database has none of them', async () => {
    const { store, reading, move, at } = await furnished();
    const [one, other] = [pictureOf(1), pictureOf(2)];
    const keys = [await uploaded(store, one), await uploaded(store, other)];
    await move();
    for (const key of keys) expect(await store.readPiece(key, 0)).toBeNull();
    expect((await bytesOf(reading, keyOf(one))).equals(one)).toBe(true);
    expect((await bytesOf(reading, keyOf(other))).equals(other)).toBe(true);
    const digests = (await at.names()).map((name) => name.split('-')[0]);
    expect(new Set(digests)).toEqual(new Set(keys.map(({ sha256 }) => sha256)));
    expect(digests).toHaveLength(2);
    expect(await store.nextToMove(0)).toBeNull();
    // A laptop that sends it again learns that it is there.
    expect(await store.findAttachment(keyOf(one))).toMatchObject({ complete: true, received: one.length });
  });

  it('is not waited for: while it is not reached the bytes stay in the database', async () => {
    const { store, reading, move, at } = await furnished();
    const picture = pictureOf(1);
    await at.stop();
    const key = await uploaded(store, picture);
    expect(await move().then(never, () => true)).toBe(true);
    expect((await bytesOf(reading, key)).equals(picture)).toBe(true);
    expect(await store.nextToMove(0)).toMatchObject({ sha256: key.sha256 });
  });

  it('loses a file with its attachment, at once', async () => {
    const { store, parts, move, at } = await furnished();
    await uploaded(store, pictureOf(1), 50);
    const kept = await uploaded(store, pictureOf(2), 500);
    await move();
    expect(await store.dropCompleteBefore(100, 10)).toBe(1);
    await deleteStray(parts);
    expect((await at.names()).map((name) => name.split('-')[0])).toEqual([kept.sha256]);
    expect(await store.takeStray(NOW, 10)).toEqual([]);
  });

  it('keeps the file of the newest publication, and loses it once no version in force names it', async () => {
    const { store, reading, parts, move, at } = await furnished();
    const picture = pictureOf(1);
    await uploaded(store, picture, 50);
    await move();
    const tokenId = await store.addToken({
      hash: Buffer.alloc(32, 9),
      name: 'Office',
      role: 'admin',
      customers: [],
      environments: null,
      createdAt: 0,
      expiresAt: null,
    });
    const files = [namedFile(picture)];
    const publish = (version: number, named: readonly AttachedFile[]) => {
      const signed = signedPublication(makeSigner(), { version, files: named });
      return store.keepPublication({ ...signed, tokenId, publisher: 'Office', receivedAt: 60 });
    };
    await publish(1, files);
    await store.renewAttachedFiles(400 * DAY);
    expect(await store.dropCompleteBefore(399 * DAY, 10)).toBe(0);
    expect((await bytesOf(reading, keyOf(picture))).equals(picture)).toBe(true);
    await publish(2, []);
    await store.renewAttachedFiles(800 * DAY);
    expect(await store.dropCompleteBefore(799 * DAY, 10)).toBe(1);
    await deleteStray(parts);
    expect(await at.names()).toEqual([]);
    expect(await store.findAttachment(keyOf(picture))).toBeNull();
  });

  it('removes a file whose note the relay had not committed when it ended', async () => {
    const { store, files, parts, move, at } = await furnished();
    const picture = pictureOf(1);
    const key = await uploaded(store, picture);
    await store.noteStray('aa/left-behind', NOW - HOUR - 1);
    await files.put('aa/left-behind', picture);
    await store.noteStray('aa/under-way', NOW);
    await files.put('aa/under-way', picture);
    await deleteStray({ ...parts, now: () => NOW });
    expect(await at.names()).toEqual(['under-way']);
    // Taken for deletion, a file is no attachment's any more.
    await store.noteStray('aa/late', NOW - 2 * HOUR);
    expect(await store.takeStray(NOW - HOUR, 10)).toEqual(['aa/late']);
    expect(await store.moveOut(key, 'aa/late')).toBe(false);
    expect(await store.moveOut(key, 'aa/never-noted')).toBe(false);
    expect(await store.fileOf(key)).toBeNull();
    await move();
    expect(await store.fileOf(key)).toContain(key.sha256);
  });

  it('has one file of an attachment that two relays move at the same time', async () => {
    const { store, parts, reading, at } = await furnished();
    const picture = pictureOf(1);
    const key = await uploaded(store, picture);
    await Promise.all([moveAll(parts, never), moveAll(parts, never)]);
    await deleteStray(parts);
    expect(await at.names()).toHaveLength(1);
    expect((await bytesOf(reading, key)).equals(picture)).toBe(true);
  });

  const damages: Readonly<Record<string, (piece: Buffer, start: number) => Buffer | null>> = {
    'wrong bytes': (piece) => Buffer.alloc(piece.length),
    'no first piece': (piece, start) => (start === 0 ? null : piece),
    'no later piece': (piece, start) => (start === 0 ? piece : null),
  };
  for (const [name, damage] of Object.entries(damages)) {
    it(`is not asked for an attachment with ${name}, and the next one moves`, async () => {
      const { store, parts, warned } = await furnished();
      const damaged = await uploaded(store, pictureOf(1), 50);
      const sound = await uploaded(store, pictureOf(2), 60);
      const turned: RelayStore = {
        ...store,
        readPiece: async (key, start) => {
          const piece = await store.readPiece(key, start);
          return piece !== null && key.sha256 === damaged.sha256 ? damage(piece, start) : piece;
        },
      };
      await moveAll({ ...parts, store: turned }, never);
      expect(await store.fileOf(damaged)).toBeNull();
      expect(await store.fileOf(sound)).not.toBeNull();
      expect(warned).toEqual(['an attachment is damaged in the database']);
    });
  }

  it('finds no damage in an attachment that is deleted while it is read', async () => {
    const { store, parts, warned, at } = await furnished();
    await uploaded(store, pictureOf(1), 50);
    const sound = await uploaded(store, pictureOf(2), 500);
    const read = store.readPiece;
    const deleting: RelayStore = {
      ...store,
      readPiece: async (key, start) => {
        if (start > 0) await store.dropCompleteBefore(100, 10);
        return read(key, start);
      },
    };
    await moveAll({ ...parts, store: deleting }, never);
    expect(warned).toEqual([]);
    expect((await at.names()).map((name) => name.split('-')[0])).toEqual([sound.sha256]);
  });
}

for (const place of [folder, bucket]) {
  onBothStores(`attachments in ${place.name}`, (kind) => suite(kind, place));

  describe(`a relay with attachments in ${place.name}`, () => {
    it('serves a photo that has left its database, and deletes it when it was removed on request', async () => {
      const at = await place.make();
      const dataDir = tempFolder();
      const relay = await runningRelay({ ...at.variables, RELAY_DATA_DIR: dataDir });
      const actor = actorOf(relay.url, await tokenFor(relay, [CUSTOMER], 'supervisor'));
      const { sha256 } = keyOf(PHOTO);
      const path = `/v1/attachments/${sha256}`;
      const sent = await actor.put(path, new Uint8Array(PHOTO), { 'content-type': 'image/jpeg' });
      expect(await sent.json()).toMatchObject({ complete: true });
      await expect.poll(() => relay.store.fileOf(keyOf(PHOTO))).toContain(sha256);
      expect(await at.names()).toHaveLength(1);
      const got = await actor.get(path);
      expect(got.headers.get('content-length')).toBe(String(PHOTO.length));
      expect(Buffer.from(await got.arrayBuffer()).equals(PHOTO)).toBe(true);
      const order = { reason: 'asked', request: 'letter', ...removedNames({ ...nothing, photos: [sha256] }) };
      const removal = chainOf(1, () => ({ type: REMOVAL, jobId: null, data: JSON.stringify(order) }));
      expect((await actor.post('/v1/log-entries', batchOf(removal))).status).toBe(200);
      expect((await actor.get(path)).status).toBe(410);
      await expect.poll(at.names).toEqual([]);
      await expect.poll(() => holds(dataDir)).toEqual([]);
    });

    it('serves the file of a publication that has left its database', async () => {
      const at = await place.make();
      const relay = await runningRelay(at.variables);
      const office = actorOf(relay.url, await tokenFor(relay, [], 'admin', 'Office'));
      const bay = actorOf(relay.url, await tokenFor(relay, [CUSTOMER]));
      const signer = makeSigner();
      await registerKey(office, signer);
      const { sha256 } = keyOf(PHOTO);
      await office.put(`/v1/attachments/${sha256}`, new Uint8Array(PHOTO), { 'content-type': 'image/jpeg' });
      const published = signedPublication(signer, { files: [namedFile(PHOTO)] });
      expect((await office.post('/v1/publications', published)).status).toBe(200);
      await expect.poll(() => relay.store.fileOf(keyOf(PHOTO))).toContain(sha256);
      const got = await bay.get(`/v1/attached-files/${sha256}`);
      expect(Buffer.from(await got.arrayBuffer()).equals(PHOTO)).toBe(true);
    });

    it('says of a lost file that its bytes are damaged, before any of them', async () => {
      const at = await place.make();
      const relay = await runningRelay(at.variables);
      const actor = actorOf(relay.url, await tokenFor(relay, [CUSTOMER], 'supervisor'));
      const { sha256 } = keyOf(PHOTO);
      const path = `/v1/attachments/${sha256}`;
      await actor.put(path, new Uint8Array(PHOTO), { 'content-type': 'image/jpeg' });
      await expect.poll(() => relay.store.fileOf(keyOf(PHOTO))).toContain(sha256);
      await at.empty();
      const got = await actor.get(path);
      expect(got.status).toBe(422);
      expect(await got.json()).toMatchObject({ error: 'wrong-digest' });
      await at.stop();
      // Not reached, the file may still be there.
      expect((await actor.get(path)).status).toBe(503);
    });
  });
}
