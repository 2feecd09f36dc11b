import { describe, expect, it } from 'vitest';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import { instructionId } from '../../../../../shared/ids.ts';
import { LARGEST_ATTACHED_FILE, LARGEST_PIECE } from '../../../../../shared/relay/attachments.ts';
import { MOST_INSTRUCTION_BYTES, MOST_INSTRUCTIONS } from '../../../../../shared/relay/office-documents.ts';
import { DAY } from '../../../../../shared/time.ts';
import {
  firstVersion,
  INSTRUCTION_PICTURE,
  namedFile,
} from '../../../../instructions/written-instruction.ts';
import { uuid } from '../../log-chain.ts';
import { CUSTOMER, OTHER_CUSTOMER } from '../arriving.ts';
import { addPicture, openOffice, PICTURE } from '../office.ts';
import { useUpDay } from '../used-up-day.ts';
import type { StoreKind } from '../store-kinds.ts';

const FEED = { environment: 'uat', customerId: CUSTOMER } as const;

async function furnished(kind: StoreKind) {
  const { place, store, tokenId } = await openOffice(kind);
  const keep = (content: object = {}, changes: object = {}, receivedAt = 10) =>
    store.keepInstruction({
      ...firstVersion(content, changes),
      tokenId,
      publisher: 'Office',
      receivedAt,
    });
  const withdraw = (basedOn: number, receivedAt = 20) =>
    store.keepInstruction({
      ...firstVersion(),
      content: null,
      basedOn,
      tokenId,
      publisher: 'Office',
      receivedAt,
    });
  const read = (after = 0, limit = 100) => store.readInstructions({ ...FEED, after, limit });
  return { place, store, tokenId, keep, withdraw, read };
}

const LARGEST = Buffer.alloc(LARGEST_ATTACHED_FILE);

/** Keeps a complete file of the largest size, and returns it as an instruction names it. */
async function addLargestFile(store: RelayStore, tokenId: number) {
  const file = namedFile(LARGEST, { mediaType: 'application/pdf' });
  const key = { ...FEED, sha256: file.sha256 };
  for (let start = 0; start < file.bytes; start += LARGEST_PIECE) {
    const bytes = LARGEST.subarray(start, start + LARGEST_PIECE);
    const piece = { start, total: file.bytes, mediaType: file.mediaType, bytes, tokenId, receivedAt: 10 };
    await store.addPiece({ ...key, ...piece });
  }
  await store.completeAttachment(key);
  return file;
}

/** Fitting instructions, which supervisors publish. */
export function describeInstructions(kind: StoreKind): void {
  describe('fitting instructions', () => {
    it('keep the version that was first, and answer a repeated one as before', async () => {
      const { keep } = await furnished(kind);
      const first = await keep();
      expect(first).toMatchObject({
        kind: 'kept',
        instruction: { sequence: 1, version: 1, publisher: 'Office', content: { brand: 'Volkswagen' } },
      });
      expect(await keep()).toEqual(first);
      expect(await keep({ note: 'Other' })).toMatchObject({ kind: 'stale', current: { version: 1 } });
      expect(await keep({ note: 'Other' }, { basedOn: 1 })).toMatchObject({
        kind: 'kept',
        instruction: { sequence: 2, version: 2, content: { note: 'Other' } },
      });
      expect(await keep({}, { id: uuid('e', 9), basedOn: 3 })).toEqual({ kind: 'stale', current: null });
    });

    it('keep one of many versions that are based on the same one', async () => {
      const { keep } = await furnished(kind);
      const kinds = await Promise.all([1, 2, 3, 4].map(async (n) => (await keep({ note: `${n}` })).kind));
      expect(kinds.toSorted()).toEqual(['kept', 'stale', 'stale', 'stale']);
    });

    it('page over changes in their order, past those of other customers, also after a restart', async () => {
      const { keep, read, place, store } = await furnished(kind);
      for (const n of [1, 2, 3]) await keep({}, { id: uuid('e', n) });
      await keep({}, { id: uuid('e', 4), customerId: OTHER_CUSTOMER });
      expect(await read(0, 2)).toMatchObject({
        rows: [{ sequence: 1 }, { sequence: 2 }],
        readUpTo: 2,
        more: true,
      });
      await keep({ note: 'Later' }, { basedOn: 1 });
      expect(await read(2)).toMatchObject({
        rows: [{ sequence: 3 }, { sequence: 5, version: 2, content: { note: 'Later' } }],
        readUpTo: 5,
        more: false,
      });
      expect(await read(50)).toMatchObject({
        rows: [{ sequence: 2 }, { sequence: 3 }, { sequence: 5 }],
      });
      await store.close();
      const again = await place.open();
      expect((await again.readInstructions({ ...FEED, after: 0, limit: 100 })).rows).toHaveLength(3);
    });

    it('say that one was withdrawn, for as long as laptops may have it', async () => {
      const { keep, withdraw, read, store } = await furnished(kind);
      await keep();
      await keep({}, { id: uuid('e', 2) });
      expect(await withdraw(1, 20)).toMatchObject({
        kind: 'kept',
        instruction: { version: 2, content: null },
      });
      expect(await read()).toMatchObject({ rows: [{ sequence: 2 }, { sequence: 3, content: null }] });
      expect(await store.deleteWithdrawnBefore(20, 10)).toBe(0);
      expect(await store.deleteWithdrawnBefore(21, 10)).toBe(1);
      expect(await read()).toMatchObject({ rows: [{ sequence: 2 }] });
    });

    it('end at the number of a customer; one that is changed or withdrawn makes no other one too many', async () => {
      const { keep, withdraw } = await furnished(kind);
      const ids = Array.from({ length: MOST_INSTRUCTIONS }, (_, n) => uuid('e', n + 1));
      for (const id of ids) expect((await keep({}, { id })).kind).toBe('kept');
      const another = { id: uuid('e', MOST_INSTRUCTIONS + 1) };
      expect(await keep({}, another)).toEqual({ kind: 'full' });
      expect((await keep({ note: 'Changed' }, { basedOn: 1 })).kind).toBe('kept');
      expect((await keep({}, { ...another, customerId: OTHER_CUSTOMER })).kind).toBe('kept');
      await withdraw(2);
      expect((await keep({}, another)).kind).toBe('kept');
    });

    it('end at the bytes of all files of a customer', async () => {
      const { keep, store, tokenId } = await furnished(kind);
      const files = [await addLargestFile(store, tokenId)];
      const most = Math.floor(MOST_INSTRUCTION_BYTES / LARGEST_ATTACHED_FILE);
      for (let n = 1; n <= most; n += 1) {
        expect((await keep({ files }, { id: uuid('e', n) })).kind).toBe('kept');
      }
      expect(await keep({ files }, { id: uuid('e', most + 1) })).toEqual({ kind: 'full' });
      expect((await keep({ files: [] }, { id: uuid('e', most + 1) })).kind).toBe('kept');
    });

    it('count on the day of the token that brings them', async () => {
      const { keep, store, tokenId } = await furnished(kind);
      await useUpDay(store, tokenId, 10);
      expect(await keep()).toEqual({ kind: 'over-quota' });
      expect((await keep({}, {}, 10 + DAY)).kind).toBe('kept');
    });

    it('name their files while they are in force', async () => {
      const { keep, withdraw, store, tokenId } = await furnished(kind);
      await addPicture(store, tokenId);
      expect(await store.isAttachedFile(PICTURE)).toBe(false);
      const files = [namedFile(INSTRUCTION_PICTURE)];
      await keep({ files });
      expect(await store.isAttachedFile(PICTURE)).toBe(true);
      expect(await store.isAttachedFile({ ...PICTURE, customerId: OTHER_CUSTOMER })).toBe(false);
      await keep({}, { basedOn: 1 });
      expect(await store.isAttachedFile(PICTURE)).toBe(false);
      await keep({ files }, { basedOn: 2 });
      await withdraw(3);
      expect(await store.isAttachedFile(PICTURE)).toBe(false);
    });

    it('keep their files from ageing, and no longer than they name them', async () => {
      const { keep, withdraw, store, tokenId } = await furnished(kind);
      await addPicture(store, tokenId);
      await keep({ files: [namedFile(INSTRUCTION_PICTURE)] });
      await store.renewAttachedFiles(400 * DAY);
      expect(await store.dropCompleteBefore(399 * DAY, 10)).toBe(0);
      await withdraw(1);
      await store.renewAttachedFiles(800 * DAY);
      expect(await store.dropCompleteBefore(799 * DAY, 10)).toBe(1);
      expect(await store.findAttachment(PICTURE)).toBeNull();
    });

    it('are refused when a file was dropped before they are kept', async () => {
      const { keep, read, store, tokenId } = await furnished(kind);
      const files = [namedFile(INSTRUCTION_PICTURE)];
      await addPicture(store, tokenId);
      await store.dropCompleteBefore(DAY, 10);
      expect(await keep({ files })).toEqual({ kind: 'file-missing' });
      expect((await read()).rows).toEqual([]);
      await addPicture(store, tokenId);
      expect((await keep({ files }, {}, 400 * DAY)).kind).toBe('kept');
      expect(await store.dropCompleteBefore(399 * DAY, 10)).toBe(0);
    });

    it('are kept under their id of this customer alone', async () => {
      const { keep, store } = await furnished(kind);
      await keep();
      const other = { environment: 'uat', customerId: OTHER_CUSTOMER, after: 0, limit: 10 } as const;
      expect((await store.readInstructions(other)).rows).toEqual([]);
      await keep({ note: 'Theirs' }, { customerId: OTHER_CUSTOMER });
      const id = instructionId.parse(uuid('e', 1));
      expect((await store.readInstructions(other)).rows).toMatchObject([{ id, content: { note: 'Theirs' } }]);
    });
  });
}
