import { z } from 'zod';
import { attachmentDigest, type AttachmentDigest } from '../relay/attachments.ts';
import { instant } from '../time.ts';

/* A photo that a person marked up: a separate picture that names its original. The original is never changed. */

export const annotation = z.object({
  digest: attachmentDigest,
  /** The photo as it was taken; never another annotation. */
  original: attachmentDigest,
  /** The picture that it was drawn on: the original, or an earlier annotation of it. */
  drawnOn: attachmentDigest,
  /** A part is blurred, so the original is withheld from customers. */
  blurred: z.boolean(),
  at: instant,
  worker: z.string(),
});
export type Annotation = z.infer<typeof annotation>;

/** Upper bound of annotations of one photo. */
export const MOST_ANNOTATIONS = 12;

/** The facts of an annotation that decide which picture is shown. */
type Shown = Pick<Annotation, 'digest' | 'original' | 'drawnOn' | 'blurred'>;

/** The annotations of a photo, newest first. `all` is in the order of creation. */
export const annotationsOf = <Of extends Pick<Annotation, 'original'>>(
  original: AttachmentDigest,
  all: readonly Of[],
): readonly Of[] => all.filter((one) => one.original === original).toReversed();

/** The picture of a photo that a colleague sees first: the newest annotation, or the photo itself. */
export const newestPicture = (original: AttachmentDigest, all: readonly Shown[]): AttachmentDigest =>
  annotationsOf(original, all)[0]?.digest ?? original;

/** The pictures of a photo for customers, the preferred one first. `withheld` ones are named by their digests only. */
export interface CustomerPictures<Of extends Shown> {
  readonly annotation: Of | null;
  readonly shown: readonly AttachmentDigest[];
  readonly withheld: readonly AttachmentDigest[];
}

/**
 * The pictures of a photo for customers. Once a part is blurred, only the picture that contains every blur is permitted.
 * If two laptops blurred different parts, no picture contains both, and customers get none. Without a blur, the newest
 * annotation comes first, then the original.
 */
export function customerPictures<Of extends Shown>(
  original: AttachmentDigest,
  all: readonly Of[],
): CustomerPictures<Of> {
  const newestFirst = annotationsOf(original, all);
  if (newestFirst.some((one) => one.blurred)) {
    const annotation = withEveryBlur(newestFirst);
    const others = newestFirst.filter((one) => one !== annotation).map(({ digest }) => digest);
    return {
      annotation,
      shown: annotation === null ? [] : [annotation.digest],
      withheld: [...others, original],
    };
  }
  const [newest] = newestFirst;
  return newest === undefined
    ? { annotation: null, shown: [original], withheld: [] }
    : { annotation: newest, shown: [newest.digest, original], withheld: [] };
}

/**
 * The blurred annotation that was drawn on all other blurred ones, directly or transitively; null = there is none. Does
 * not depend on the order of the list, because entries of several logs arrive in any order.
 */
function withEveryBlur<Of extends Shown>(all: readonly Of[]): Of | null {
  const byDigest = new Map(all.map((one) => [one.digest, one]));
  /**
   * Adds the annotations that `one` was drawn on to `into`, up to a known one. Linear over all annotations, also in a
   * cycle.
   */
  const below = (one: Of, into: Set<Of>): ReadonlySet<Of> => {
    let at = byDigest.get(one.drawnOn);
    while (at !== undefined && !into.has(at)) {
      into.add(at);
      at = byDigest.get(at.drawnOn);
    }
    return into;
  };
  const blurred = all.filter((one) => one.blurred);
  const drawnUpon = new Set<Of>();
  for (const one of blurred) below(one, drawnUpon);
  const last = blurred.find((one) => !drawnUpon.has(one));
  if (last === undefined) return null;
  const under = below(last, new Set());
  return blurred.every((one) => one === last || under.has(one)) ? last : null;
}

/**
 * The pictures of a photo that may be drawn on. Once a part is blurred, only the picture with every blur may be drawn
 * on, because any other would lack a blur. Empty if no picture has all blurs.
 */
export function drawable(original: AttachmentDigest, all: readonly Shown[]): readonly AttachmentDigest[] {
  const { annotation, shown } = customerPictures(original, all);
  if (annotation === null || annotation.blurred) return shown;
  return [...annotationsOf(original, all).map(({ digest }) => digest), original];
}

/** A photo of a job's log; `original` null: it is an original itself. */
interface LoggedPhoto extends Omit<Shown, 'original' | 'drawnOn'> {
  readonly original: AttachmentDigest | null;
  /** Null: the entry does not name it. */
  readonly drawnOn: AttachmentDigest | null;
  readonly removedAt: number | null;
}

/** The annotations among the photos of a job, in their order, without removed ones. */
export const annotationsIn = <Photo extends LoggedPhoto>(
  photos: readonly Photo[],
): readonly (Omit<Photo, 'original' | 'drawnOn'> & Shown)[] =>
  photos.flatMap(({ original, drawnOn, ...photo }) =>
    original === null || photo.removedAt !== null
      ? []
      : [
          {
            ...photo,
            digest: photo.digest,
            blurred: photo.blurred,
            original,
            drawnOn: drawnOn ?? original,
          },
        ],
  );
