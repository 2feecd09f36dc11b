import { createHash } from 'node:crypto';
import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { expect, onTestFinished } from 'vitest';
import { settle, type AttachmentKey } from '../../../relay/store/attachments-store.ts';
import type { AttachmentPlace, RelayVariables } from '../../../relay/settings.ts';
import type { RelayStore } from '../../../relay/store/store.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { relaySettings } from './running-relay.ts';
import { CUSTOMER } from './store/arriving.ts';
import { tempFolder } from './temp-folder.ts';

/* The places of complete attachments outside the database: a folder, and the bucket of a real S3 server. */

/** A place with its files as they lie there. */
export type PlaceKind = {
  readonly name: string;
  readonly make: () => Promise<{
    readonly variables: RelayVariables;
    readonly place: AttachmentPlace;
    readonly names: () => Promise<readonly string[]>;
    /** Loses every file, as a copy that was restored without them. */
    readonly empty: () => Promise<void>;
    /** Loses all but the first bytes of every file, as a copy that broke off. */
    readonly shorten: (bytes: number) => Promise<void>;
    /** The place is not reached any more. */
    readonly stop: () => Promise<void>;
  }>;
};

export const folder: PlaceKind = {
  name: 'a folder',
  make: async () => {
    const at = join(tempFolder(), 'photos');
    const variables = { RELAY_ATTACHMENTS: 'folder', RELAY_ATTACHMENTS_DIR: at };
    return {
      variables,
      place: relaySettings(variables).attachments,
      names: async () =>
        (await readdir(at, { recursive: true, withFileTypes: true }).catch(() => []))
          .filter((entry) => entry.isFile())
          .map(({ name }) => name),
      empty: () => rm(at, { recursive: true }),
      shorten: (bytes) => shortenIn(at, () => true, bytes),
      // A file stands where the folder would.
      stop: () => writeFile(at, ''),
    };
  },
};

export const bucket: PlaceKind = {
  name: 'a bucket',
  make: async () => {
    const directory = tempFolder();
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'photos' }],
    });
    const { port } = await server.run();
    let isOpen = true;
    const stop = async () => {
      if (isOpen) await server.close();
      isOpen = false;
    };
    onTestFinished(stop);
    const variables = {
      RELAY_ATTACHMENTS: 's3',
      RELAY_S3_URL: `http://127.0.0.1:${port}/photos`,
      RELAY_S3_KEY_ID: 'S3RVER',
      RELAY_S3_SECRET: 'S3RVER',
    };
    return {
      variables,
      place: relaySettings(variables).attachments,
      names: async () =>
        (await readdir(directory, { recursive: true }))
          .filter((name) => name.endsWith('._S3rver_object'))
          .map((name) => name.slice(name.lastIndexOf('/') + 1, -'._S3rver_object'.length)),
      empty: async () => {
        for (const name of await readdir(join(directory, 'photos'))) {
          if (/^[0-9a-f]{2}$/.test(name)) await rm(join(directory, 'photos', name), { recursive: true });
        }
      },
      shorten: (bytes) => shortenIn(directory, (name) => name.endsWith('._S3rver_object'), bytes),
      stop,
    };
  },
};

async function shortenIn(folder: string, is: (name: string) => boolean, bytes: number): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && is(entry.name)) await truncate(join(entry.parentPath, entry.name), bytes);
  }
}

/** A picture of three pieces; `n` makes it another one. */
export const pictureOf = (n: number): Buffer => madeJpeg(Buffer.alloc(2_500_000, n));
export const keyOf = (bytes: Buffer): AttachmentKey => ({
  environment: 'uat',
  customerId: CUSTOMER,
  sha256: attachmentDigest.parse(createHash('sha256').update(bytes).digest('hex')),
});

export async function uploaded(store: RelayStore, bytes: Buffer, receivedAt = 50): Promise<AttachmentKey> {
  const key = keyOf(bytes);
  const tokenId = await store.addToken({
    hash: createHash('sha256').update(bytes).digest(),
    name: 'Bay 3',
    role: 'installer',
    customers: [CUSTOMER],
    environments: null,
    createdAt: 0,
    expiresAt: null,
  });
  for (let start = 0; start < bytes.length; start += 1_000_000) {
    await store.addPiece({
      ...key,
      start,
      total: bytes.length,
      mediaType: 'image/jpeg',
      bytes: bytes.subarray(start, start + 1_000_000),
      tokenId,
      receivedAt,
    });
  }
  const found = await store.findAttachment(key);
  expect(found !== null && (await settle(store, key, found))).toMatchObject({ complete: true });
  return key;
}
