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
  /** The picture that it was drawn on: the original, or an earlier annotation of it. */
  drawnOn: attachmentDigest,
  /** A part is made unrecognisable, so the original is not for customers. */
  blurred: z.boolean(),
  at: instant,
  worker: z.string(),
});
export type Annotation = z.infer<typeof annotation>;

/** Upper bound of annotations of one photo. */
export const MOST_ANNOTATIONS = 12;

/** The facts of an annotation that choose what is shown. */
type Shown = Pick<Annotation, 'digest' | 'original' | 'drawnOn' | 'blurred'>;

/** The annotations of a photo, the newest first. `all` is in the order in which they were made. */
export const annotationsOf = <Of extends Pick<Annotation, 'original'>>(
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
 * Once a part of a photo is blurred, customers get the one picture that has every blur: neither the original nor an annotation that lacks
 * one. Two laptops may have blurred different parts: no picture has both, and customers get none. Without a blur the newest annotation comes
 * first and the original after it.
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
 * The blurred annotation that was drawn on all other blurred ones, directly or over others; null = there is none. The order is not
 * trusted: entries of several logs arrive in any order.
 */
function withEveryBlur<Of extends Shown>(all: readonly Of[]): Of | null {
  const byDigest = new Map(all.map((one) => [one.digest, one]));
  /** Adds to `into` the annotations that `one` was drawn on, up to one that is there already: linear over all, also in a circle. */
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
 * The pictures of a photo that may be drawn on. Once a part is blurred it is the one that has every blur: a further picture of another one
 * would lack a blur. None where no picture has them all.
 */
export function drawable(original: AttachmentDigest, all: readonly Shown[]): readonly AttachmentDigest[] {
  const { annotation, shown } = customerPictures(original, all);
  if (annotation === null || annotation.blurred) return shown;
  return [...annotationsOf(original, all).map(({ digest }) => digest), original];
}

/** A photo of a job's log; `original` null: it is as it was taken. */
interface LoggedPhoto extends Omit<Shown, 'original' | 'drawnOn'> {
  readonly original: AttachmentDigest | null;
  /** Null: the entry does not name it. */
  readonly drawnOn: AttachmentDigest | null;
  readonly removedAt: number | null;
}

/** The annotations among the photos of a job, in their order. A removed one is none. */
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
