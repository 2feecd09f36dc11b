import { z } from 'zod';
import { publication, type NewPublication, type Publication } from '../../shared/relay/office-documents.ts';
import type { Instant } from '../../shared/time.ts';
import type { FeedKey } from './results-store.ts';

/** A version from an administrator's token, with a verified signature. */
export type PublicationToKeep = NewPublication & {
  readonly tokenId: number;
  readonly publisher: string;
  readonly receivedAt: Instant;
};

/** `stale`: it does not follow the newest version; 0 = the store has none. */
export type PublicationKeeping =
  | { readonly kind: 'kept'; readonly publication: Publication }
  | { readonly kind: 'stale'; readonly newest: number }
  | { readonly kind: 'over-quota' };

/** Publications, which administrators sign. No version is changed or deleted. */
export type PublicationsStore = {
  /** Durable when it resolves; of two versions with one number, the first is kept. */
  readonly keepPublication: (given: PublicationToKeep) => Promise<PublicationKeeping>;
  /** The newest version; null = there is none. */
  readonly readPublication: (feed: FeedKey) => Promise<Publication | null>;
};

/** A row of either store. */
export const publicationRow = z
  .object({
    body: z
      .string()
      .transform((text): unknown => JSON.parse(text))
      .pipe(publication),
  })
  .transform(({ body }) => body);

/** `repeat`: the store has this version already. */
type Numbered =
  { readonly kind: 'fresh'; readonly body: Publication } | { readonly kind: 'repeat' | 'stale' };

/** Decides about a version. Both stores call this rule in the transaction that stores the result. */
export function numbered(before: Publication | null, given: PublicationToKeep): Numbered {
  const { tokenId: _token, files: _files, ...body } = given;
  if (before === null) return { kind: 'fresh', body };
  if (given.version === before.version && isSame(before, given)) return { kind: 'repeat' };
  return given.version === before.version + 1 ? { kind: 'fresh', body } : { kind: 'stale' };
}

/** A retry after a lost answer. */
const isSame = (before: Publication, { document, signed }: PublicationToKeep): boolean =>
  before.document === document && before.signed?.signature === signed.signature;
