import { settle } from '../../../../relay/store/attachments-store.ts';
import type { RelayStore } from '../../../../relay/store/store.ts';
import { digestOf, INSTRUCTION_PICTURE } from '../../../instructions/written-instruction.ts';
import { CUSTOMER } from './arriving.ts';
import type { StoreKind } from './store-kinds.ts';

/** A picture that is shown to installers. */
export const PICTURE = {
  environment: 'uat',
  customerId: CUSTOMER,
  sha256: digestOf(INSTRUCTION_PICTURE),
} as const;

/** Keeps the whole picture for this token. */
export async function addPicture(store: RelayStore, tokenId: number): Promise<void> {
  const { attachment } = await store.addPiece({
    ...PICTURE,
    start: 0,
    total: INSTRUCTION_PICTURE.length,
    mediaType: 'image/jpeg',
    bytes: INSTRUCTION_PICTURE,
    tokenId,
    receivedAt: 10,
  });
  await settle(store, PICTURE, attachment);
}

/** An open store with a token of the office for all customers. */
export async function openOffice(kind: StoreKind) {
  const place = await kind.place();
  const store = await place.open();
  const tokenId = await store.addToken({
    hash: Buffer.alloc(32, 1),
    name: 'Office',
    role: 'admin',
    customers: [],
    environments: null,
    createdAt: 0,
    expiresAt: null,
  });
  return { place, store, tokenId };
}
