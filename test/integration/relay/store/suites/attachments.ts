import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { attachmentDigest } from '../../../../../shared/relay/attachments.ts';
import {
  settle,
  type AttachmentKey,
  type AttachmentPiece,
} from '../../../../../relay/store/attachments-store.ts';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import { madeJpeg } from '../../../../pictures/made-pictures.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

const END_OF_JPEG = madeJpeg().length;
const BYTES = madeJpeg(Buffer.from(Array.from({ length: 1000 - END_OF_JPEG }, (_, n) => (n * 7) % 256)));
const KEY: AttachmentKey = {
  environment: 'uat',
  customerId: CUSTOMER,
  sha256: attachmentDigest.parse(createHash('sha256').update(BYTES).digest('hex')),
};

async function adding(store: RelayStore) {
  const tokenId = await store.addToken({
    hash: Buffer.alloc(32, 1),
    name: 'Bay 3',
    role: 'installer',
    customers: [CUSTOMER],
    environments: null,
    createdAt: 0,
    expiresAt: null,
  });
  return (start: number, upTo: number, changes: Partial<AttachmentPiece> = {}) =>
    store.addPiece({
      ...KEY,
      start,
      total: BYTES.length,
      mediaType: 'image/jpeg',
      bytes: BYTES.subarray(start, upTo),
      tokenId,
      receivedAt: 50,
      ...changes,
    });
}

/** Files that log entries tell of. */
export function describeAttachments(kind: StoreKind): void {
  describe('an attachment', () => {
    it('grows at its end only, and is complete when its bytes have the digest', async () => {
      const place = await kind.place();
      const store = await place.open();
      const add = await adding(store);
      expect(await add(0, 400)).toMatchObject({ fits: true, attachment: { received: 400, complete: false } });
      expect(await add(0, 400)).toMatchObject({ fits: false, attachment: { received: 400 } });
      expect(await add(500, 600)).toMatchObject({ fits: false });
      expect(await add(400, 600, { total: 999 })).toMatchObject({ fits: false });
      const { attachment } = await add(400, 1000);
      expect(await settle(store, KEY, attachment)).toMatchObject({ received: 1000, complete: true });
      await store.close();
      const again = await place.open();
      expect(await again.findAttachment(KEY)).toEqual({
        received: 1000,
        total: 1000,
        complete: true,
        mediaType: 'image/jpeg',
      });
      expect(await again.readPiece(KEY, 400)).toEqual(BYTES.subarray(400));
      expect(await again.readPiece(KEY, 1000)).toBeNull();
      expect(await again.findAttachment({ ...KEY, customerId: OTHER_CUSTOMER })).toBeNull();
      expect(await again.findAttachment({ ...KEY, environment: 'prod' })).toBeNull();
    });

    it('that another sender discards during the check must be sent again, and is never reported as complete', async () => {
      const store = await (await kind.place()).open();
      const add = await adding(store);
      const forgotten = async (): Promise<void> => store.dropAttachment(KEY);
      const [wrong, right] = [{ bytes: Buffer.alloc(1000) }, {}];
      const first = await add(0, 1000, wrong);
      const readPiece: RelayStore['readPiece'] = async (key, start) => {
        await forgotten();
        return store.readPiece(key, start);
      };
      expect(await settle({ ...store, readPiece }, KEY, first.attachment)).toBe('wrong-digest');
      const second = await add(0, 1000, right);
      const completeAttachment: RelayStore['completeAttachment'] = async (key) => {
        await forgotten();
        await store.completeAttachment(key);
      };
      expect(await settle({ ...store, completeAttachment }, KEY, second.attachment)).toBe('wrong-digest');
      expect(await add(0, 1000)).toMatchObject({ fits: true });
    });

    it('with other bytes is discarded and can be sent again', async () => {
      const store = await (await kind.place()).open();
      const add = await adding(store);
      const { attachment } = await add(0, 1000, { bytes: Buffer.alloc(1000) });
      expect(await settle(store, KEY, attachment)).toBe('wrong-digest');
      expect(await store.findAttachment(KEY)).toBeNull();
      expect(await store.readPiece(KEY, 0)).toBeNull();
      expect(await add(0, 1000)).toMatchObject({ fits: true });
    });

    it('that is sent twice at the same moment is kept once', async () => {
      const place = await kind.place();
      const stores = [await place.open(), await place.open()];
      const add = await adding(stores[0] ?? (await place.open()));
      const answers = await Promise.all([add(0, 700), add(0, 700), add(0, 700)]);
      expect(answers.filter(({ fits }) => fits)).toHaveLength(1);
      expect(await stores[1]?.findAttachment(KEY)).toMatchObject({ received: 700 });
    });

    it('that was never sent to its end is dropped when it is old, a complete one is not', async () => {
      const store = await (await kind.place()).open();
      const add = await adding(store);
      await add(0, 10);
      expect(await store.dropUnfinishedBefore(50, 10)).toBe(0);
      expect(await store.dropUnfinishedBefore(51, 10)).toBe(1);
      expect(await store.findAttachment(KEY)).toBeNull();
      const { attachment } = await add(0, 1000);
      await settle(store, KEY, attachment);
      expect(await store.dropUnfinishedBefore(51, 10)).toBe(0);
    });
  });
}
