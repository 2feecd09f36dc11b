import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { DATABASE_FILE } from '../../../relay/store/sqlite/open-database.ts';
import { LARGEST_PIECE } from '../../../shared/relay/attachments.ts';
import { actorOf } from '../../attacks/attacked-relay.ts';
import { bucket, folder, keyOf, pictureOf, uploaded } from './attachment-places.ts';
import { runningRelay, tokenFor } from './running-relay.ts';
import { onBothStores } from './store/store-kinds.ts';
import { tempFolder } from './temp-folder.ts';
import { CUSTOMER } from './webhooks.ts';

/* Attachments that have lost bytes at the relay are answered with a problem, never with the bytes that are left. */

/** A picture of three pieces. */
const PICTURE = pictureOf(1);
const path = `/v1/attachments/${keyOf(PICTURE).sha256}`;

async function relayWithPicture(variables: Readonly<Record<string, string | undefined>>) {
  const relay = await runningRelay(variables);
  const actor = actorOf(relay.url, await tokenFor(relay, [CUSTOMER], 'supervisor'));
  await uploaded(relay.store, PICTURE, Date.now());
  const isWhole = async () => {
    const got = await actor.get(path);
    return got.status === 200 && Buffer.from(await got.arrayBuffer()).equals(PICTURE);
  };
  return { relay, actor, isWhole };
}

describe.each([folder, bucket])('a file in $name', (place) => {
  it.each([LARGEST_PIECE, LARGEST_PIECE + 9, 0])(
    'of which %i bytes are left is answered with a problem',
    async (left) => {
      const at = await place.make();
      const { relay, actor, isWhole } = await relayWithPicture(at.variables);
      await expect.poll(() => relay.store.fileOf(keyOf(PICTURE))).not.toBeNull();
      expect(await isWhole()).toBe(true);
      await at.shorten(left);
      const got = await actor.get(path);
      expect(got.status).toBe(422);
      expect(await got.json()).toMatchObject({ error: 'wrong-digest' });
    },
  );
});

it.each([0, 1_000_000, 2_000_000])(
  'a file in the database without its piece at %i is answered with a problem',
  async (start) => {
    const dataDir = tempFolder();
    const { actor, isWhole } = await relayWithPicture({
      RELAY_ATTACHMENTS: 'database',
      RELAY_DATA_DIR: dataDir,
    });
    expect(await isWhole()).toBe(true);
    const db = new Database(join(dataDir, DATABASE_FILE));
    expect(db.prepare('DELETE FROM attachment_pieces WHERE start = ?').run(start).changes).toBe(1);
    db.close();
    const got = await actor.get(path);
    expect(got.status).toBe(422);
    expect(await got.json()).toMatchObject({ error: 'wrong-digest' });
  },
);

onBothStores('the size of a file', (kind) => {
  it('is that of its pieces', async () => {
    const store = await (await kind.place()).open();
    const key = await uploaded(store, PICTURE);
    expect(await store.isWhole(key, { received: PICTURE.length })).toBe(true);
    expect(await store.isWhole(key, { received: PICTURE.length + 1 })).toBe(false);
    expect(await store.isWhole(keyOf(pictureOf(2)), { received: PICTURE.length })).toBe(false);
  });
});
