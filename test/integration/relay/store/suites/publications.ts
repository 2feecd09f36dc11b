import { describe, expect, it } from 'vitest';
import { DAY } from '../../../../../shared/time.ts';
import {
  digestOf,
  INSTRUCTION_PDF,
  INSTRUCTION_PICTURE,
  namedFile,
} from '../../../../instructions/written-instruction.ts';
import { signedPublication } from '../../../../publications/written-publication.ts';
import { makeSigner } from '../../signed-batch.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import { addPicture, openOffice, PICTURE } from '../office.ts';
import { useUpDay } from '../used-up-day.ts';
import type { StoreKind } from '../store-kinds.ts';

const FEED = { environment: 'uat', customerId: CUSTOMER } as const;

async function furnished(kind: StoreKind) {
  const { place, store, tokenId } = await openOffice(kind);
  const signer = makeSigner();
  const keep = (version: number, document: string, changes: object = {}, receivedAt = 10) =>
    store.keepPublication({
      ...signedPublication(signer, { version, document, ...changes }),
      tokenId,
      publisher: 'Office',
      receivedAt,
    });
  return { place, store, tokenId, keep };
}

/** Publications, which administrators sign. */
export function describePublications(kind: StoreKind): void {
  describe('publications', () => {
    it('keep each version that follows the newest, and answer a repeated one as before', async () => {
      const { keep, store } = await furnished(kind);
      expect(await store.readPublication(FEED)).toBeNull();
      const first = await keep(1, 'one');
      expect(first).toMatchObject({ kind: 'kept', publication: { version: 1, publisher: 'Office' } });
      expect(await keep(1, 'one', {}, 20)).toEqual(first);
      expect((await keep(2, 'two')).kind).toBe('kept');
      expect(await store.readPublication(FEED)).toMatchObject({ version: 2, document: 'two' });
    });

    it('overwrite none, skip none and go back to none', async () => {
      const { keep, store } = await furnished(kind);
      await keep(1, 'one');
      await keep(2, 'two');
      for (const version of [1, 2, 4]) {
        expect(await keep(version, 'other')).toEqual({ kind: 'stale', newest: 2 });
      }
      expect(await store.readPublication(FEED)).toMatchObject({ version: 2, document: 'two' });
    });

    it('keep one of many versions that follow the same one', async () => {
      const { keep } = await furnished(kind);
      await keep(1, 'one');
      const kinds = await Promise.all(['a', 'b', 'c'].map(async (text) => (await keep(2, text)).kind));
      expect(kinds.toSorted()).toEqual(['kept', 'stale', 'stale']);
    });

    it('begin with any version where there is none, so that a relay that was set up again goes on', async () => {
      const { keep } = await furnished(kind);
      expect((await keep(7, 'seven')).kind).toBe('kept');
      expect((await keep(8, 'eight')).kind).toBe('kept');
    });

    it('are those of one customer, also after a restart', async () => {
      const { keep, place, store } = await furnished(kind);
      await keep(1, 'ours');
      await keep(1, 'theirs', { customerId: OTHER_CUSTOMER });
      await store.close();
      const again = await place.open();
      expect(await again.readPublication(FEED)).toMatchObject({ document: 'ours' });
      expect(await again.readPublication({ ...FEED, environment: 'prod' })).toBeNull();
    });

    it('let every laptop of the customer read the files that one of them names, and no other', async () => {
      const { keep, store, tokenId } = await furnished(kind);
      await addPicture(store, tokenId);
      const files = [namedFile(INSTRUCTION_PICTURE)];
      expect(await store.isAttachedFile(PICTURE)).toBe(false);
      await keep(1, 'one', { files });
      await keep(2, 'two');
      expect(await store.isAttachedFile(PICTURE)).toBe(true);
      expect(await store.isAttachedFile({ ...PICTURE, customerId: OTHER_CUSTOMER })).toBe(false);
      expect(await store.isAttachedFile({ ...PICTURE, environment: 'prod' })).toBe(false);
      // A refused version names nothing.
      await keep(4, 'four', { files: [namedFile(INSTRUCTION_PDF)] });
      expect(await store.isAttachedFile({ ...FEED, sha256: digestOf(INSTRUCTION_PDF) })).toBe(false);
    });

    it('keep the files of the newest version from ageing, and those of earlier ones no longer', async () => {
      const { keep, store, tokenId } = await furnished(kind);
      await addPicture(store, tokenId);
      const files = [namedFile(INSTRUCTION_PICTURE)];
      await keep(1, 'one', { files });
      // Another customer has more versions.
      await keep(9, 'theirs', { customerId: OTHER_CUSTOMER });
      await store.renewAttachedFiles(400 * DAY);
      expect(await store.dropCompleteBefore(399 * DAY, 10)).toBe(0);
      await keep(2, 'two');
      await keep(3, 'three', { files });
      await store.renewAttachedFiles(800 * DAY);
      expect(await store.dropCompleteBefore(799 * DAY, 10)).toBe(0);
      await keep(4, 'four');
      await store.renewAttachedFiles(1200 * DAY);
      expect(await store.findAttachment(PICTURE)).toMatchObject({ complete: true });
      expect(await store.dropCompleteBefore(1199 * DAY, 10)).toBe(1);
      expect(await store.findAttachment(PICTURE)).toBeNull();
    });

    it('are refused when a file was dropped before they are kept, or is another one', async () => {
      const { keep, store, tokenId } = await furnished(kind);
      const file = namedFile(INSTRUCTION_PICTURE);
      expect(await keep(1, 'one', { files: [file] })).toEqual({ kind: 'file-missing' });
      await addPicture(store, tokenId);
      for (const changes of [{ bytes: 1 }, { mediaType: 'image/png' }]) {
        expect(await keep(1, 'one', { files: [{ ...file, ...changes }] })).toEqual({ kind: 'file-missing' });
      }
      await store.dropCompleteBefore(DAY, 10);
      expect(await keep(1, 'one', { files: [file] })).toEqual({ kind: 'file-missing' });
      expect(await store.readPublication(FEED)).toBeNull();
    });

    it('keep the age of their files at zero from the moment at which they are kept', async () => {
      const { keep, store, tokenId } = await furnished(kind);
      await addPicture(store, tokenId);
      await keep(1, 'one', { files: [namedFile(INSTRUCTION_PICTURE)] }, 400 * DAY);
      expect(await store.dropCompleteBefore(399 * DAY, 10)).toBe(0);
    });

    it('count on the day of the token that brings them', async () => {
      const { keep, store, tokenId } = await furnished(kind);
      await useUpDay(store, tokenId, 10);
      expect(await keep(1, 'one')).toEqual({ kind: 'over-quota' });
      expect((await keep(1, 'one', {}, 10 + DAY)).kind).toBe('kept');
    });
  });
}
