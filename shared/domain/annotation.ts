import { z } from 'zod';
import { attachmentDigest, type AttachmentDigest } from '../relay/attachments.ts';
import { instant } from '../time.ts';

/*
 * A photo that a person marked up: a picture of its own, which names the photo that it was made from. That photo, the original, stays as it was.
 */

export const annotation = z.object({
  digest: attachmentDigest,
  /** The photo as it was taken; never another annotation. */
  original: attachmentDigest,
  /** A part is made unrecognisable, so the original is not for customers. */
  blurred: z.boolean(),
  at: instant,
  worker: z.string(),
});
export type Annotation = z.infer<typeof annotation>;

/** Upper bound of annotations of one photo. */
export const MOST_ANNOTATIONS = 12;

/** The facts of an annotation that choose what is shown. */
type Shown = Pick<Annotation, 'digest' | 'original' | 'blurred'>;

/** The annotations of a photo, the newest first. `all` is in the order in which they were made. */
export const annotationsOf = <Of extends Shown>(
  original: AttachmentDigest,
  all: readonly Of[],
): readonly Of[] => all.filter((one) => one.original === original).toReversed();

/** The picture of a photo that a colleague sees first: the newest annotation, or the photo itself. */
export const newestPicture = (original: AttachmentDigest, all: readonly Shown[]): AttachmentDigest =>
  annotationsOf(original, all)[0]?.digest ?? original;

/** The pictures of a photo for customers, the one to look at first. `withheld` are named by their digests alone. */
export interface CustomerPictures<Of extends Shown> {
  readonly annotation: Of | null;
  readonly shown: readonly AttachmentDigest[];
  readonly withheld: readonly AttachmentDigest[];
}

/**
 * Once a part of a photo is blurred, no customer gets a picture of it without a blur: neither the original nor an annotation that was
 * made from it. Otherwise the newest annotation comes first and the original after it.
 */
export function customerPictures<Of extends Shown>(
  original: AttachmentDigest,
  all: readonly Of[],
): CustomerPictures<Of> {
  const newestFirst = annotationsOf(original, all);
  const blurred = newestFirst.find((one) => one.blurred);
  if (blurred !== undefined) {
    const bare = newestFirst.filter((one) => !one.blurred).map(({ digest }) => digest);
    return { annotation: blurred, shown: [blurred.digest], withheld: [original, ...bare] };
  }
  const [newest] = newestFirst;
  return newest === undefined
    ? { annotation: null, shown: [original], withheld: [] }
    : { annotation: newest, shown: [newest.digest, original], withheld: [] };
}

/** A photo of a job's log; `original` null: it is as it was taken. */
interface LoggedPhoto extends Omit<Shown, 'original'> {
  readonly original: AttachmentDigest | null;
  readonly removedAt: number | null;
}

/** The annotations among the photos of a job, in their order. A removed one is none. */
export const annotationsIn = <Photo extends LoggedPhoto>(
  photos: readonly Photo[],
): readonly (Omit<Photo, 'original'> & Shown)[] =>
  photos.flatMap(({ original, ...photo }) =>
    original === null || photo.removedAt !== null
      ? []
      : [{ ...photo, digest: photo.digest, blurred: photo.blurred, original }],
  );
