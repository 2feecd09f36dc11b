import { createHash } from 'node:crypto';
import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { createPhotos } from '../../../electron/supervision/copies-reader.ts';
import { createRelayClient, type RelayClient } from '../../../electron/relay/client.ts';
import type { RelayVariables } from '../../../relay/settings.ts';
import { customerId } from '../../../shared/ids.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { ok } from '../../../shared/result.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { answeringServer } from '../relay-client/answering-server.ts';
import { runningRelay } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';
import { clientOf } from './fleet-at-relay.ts';
import { namingCopies } from './naming-copies.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';

const owner = { environment: 'uat', customerId: customerId.parse(CUSTOMER) } as const;
const picture = madeJpeg('as if it were a picture');
const digest = attachmentDigest.parse(createHash('sha256').update(picture).digest('hex'));
const address = `data:image/jpeg;base64,${picture.toString('base64')}`;

let named: ReturnType<typeof namingCopies>;
beforeEach(() => {
  named = namingCopies([digest]);
});

const photosFrom = (client: Pick<RelayClient, 'attachment'> | null, own: string | null = null) =>
  createPhotos({ ...owner, client, own: () => own }).get;

async function shortenFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await truncate(join(entry.parentPath, entry.name), picture.length - 1);
  }
}

/** The relay with the picture that an installer's laptop brought, and a supervisor's client. */
async function relayWithPicture(variables: RelayVariables = {}) {
  const relay = await runningRelay(variables);
  const bay = await clientOf(relay, 'Bay 1', 'installer');
  const brought = await bay.putPiece({
    ...owner,
    sha256: digest,
    mediaType: 'image/jpeg',
    total: picture.length,
    piece: { start: 0, bytes: picture },
  });
  expect(brought.ok).toBe(true);
  await expect.poll(() => relay.store.fileOf({ ...owner, sha256: digest })).not.toBeNull();
  return clientOf(relay, 'Office', 'supervisor');
}

test('a picture of another laptop comes from the relay, once', async () => {
  const client = await relayWithPicture();
  const asked = { times: 0 };
  const photo = photosFrom({
    attachment: (query) => {
      asked.times += 1;
      return client.attachment(query);
    },
  });
  expect(await photo(named, digest)).toEqual({ picture: address, missing: null });
  expect(await photo(named, digest)).toEqual({ picture: address, missing: null });
  expect(asked.times).toBe(1);
});

test('a picture that the relay sends during a removal is not kept in memory', async () => {
  const sent = Promise.withResolvers<undefined>();
  const asked = vi.fn<() => void>();
  const photos = createPhotos({
    ...owner,
    client: {
      attachment: async () => {
        asked();
        await sent.promise;
        return ok({ mediaType: 'image/jpeg', bytes: picture });
      },
    },
    own: () => null,
  });
  const first = photos.get(named, digest);
  photos.forget();
  sent.resolve(undefined);
  await first;
  await photos.get(named, digest);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a picture that is on this disk is not requested', async () => {
  const photo = photosFrom(
    { attachment: () => Promise.reject(new Error('not to be asked')) },
    'data:image/jpeg;base64,AAAA',
  );
  expect(await photo(named, digest)).toEqual({ picture: 'data:image/jpeg;base64,AAAA', missing: null });
});

test('a photo that no log names is not fetched, even where the relay has it', async () => {
  const client = await relayWithPicture();
  expect(await photosFrom(client)(namingCopies([]), digest)).toEqual({ picture: null, missing: 'not-named' });
});

test('a picture that its laptop has not brought yet, or that is gone, is shown as such', async () => {
  const relay = await runningRelay();
  const client = await clientOf(relay, 'Office', 'supervisor');
  expect(await photosFrom(client)(named, digest)).toEqual({ picture: null, missing: 'not-brought' });
  expect(await photosFrom(null)(named, digest)).toEqual({ picture: null, missing: 'not-brought' });
});

test('a picture of more pixels than a window may decode is not shown, though the relay has it', async () => {
  const bomb = madeJpeg('', 65_000, 65_000);
  const bombDigest = attachmentDigest.parse(createHash('sha256').update(bomb).digest('hex'));
  const server = await answeringServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' });
    response.end(bomb);
  });
  const client = createRelayClient({ url: server.url, token: 'token', clock: machineClock });
  const photo = photosFrom(client);
  expect(await photo(namingCopies([bombDigest]), bombDigest)).toEqual({ picture: null, missing: 'damaged' });
  await client.close();
});

test.each([
  ['all', (folder: string) => rm(folder, { recursive: true })],
  ['the last', shortenFiles],
])('a picture of which the relay has lost %s bytes is shown as lost there', async (_, lose) => {
  const folder = join(tempFolder(), 'photos');
  const client = await relayWithPicture({ RELAY_ATTACHMENTS: 'folder', RELAY_ATTACHMENTS_DIR: folder });
  await lose(folder);
  expect(await photosFrom(client)(named, digest)).toEqual({ picture: null, missing: 'lost' });
});

test('a file that is not the one the log names is not shown', async () => {
  const server = await answeringServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' });
    response.end(Buffer.from('another picture'));
  });
  const client = createRelayClient({ url: server.url, token: 'token', clock: machineClock });
  const photo = photosFrom(client);
  expect(await photo(named, digest)).toEqual({ picture: null, missing: 'damaged' });
  await client.close();
});

test('without a connection that is shown, and once there is one the picture comes', async () => {
  const there = await relayWithPicture();
  const away = createRelayClient({ url: 'http://127.0.0.1:1', token: 'token', clock: machineClock });
  const way: { client: RelayClient } = { client: away };
  const photo = photosFrom({ attachment: (query) => way.client.attachment(query) });
  expect(await photo(named, digest)).toEqual({ picture: null, missing: 'no-connection' });
  way.client = there;
  expect(await photo(named, digest)).toEqual({ picture: address, missing: null });
  await away.close();
});
