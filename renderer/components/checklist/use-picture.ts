import { useEffect, useState } from 'react';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import type { Problem } from '../../../shared/problem.ts';

/** A stored picture as a data URL; null until it is read, or when it was deleted. */
export function usePicture(media: Pick<Media, 'picture'> | null, digest: AttachmentDigest): string | null {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    let asked = true;
    void media?.picture(digest).then((found) => {
      if (asked) setPicture(found);
    });
    return () => {
      asked = false;
    };
  }, [media, digest]);
  return picture;
}

/** The calls by which an item stores pictures. Null where nothing is stored, as in a preview. */
export interface Media {
  /**
   * A JPEG in base64.
   *
   * @returns the problem; null when the photo is saved
   */
  readonly addPhoto: (itemId: string, jpeg: string) => Promise<Problem | null>;
  readonly removePhoto: (itemId: string, digest: AttachmentDigest) => Promise<Problem | null>;
  /** A PNG in base64; null removes the signature. */
  readonly sign: (
    itemId: string,
    signature: { readonly name: string; readonly drawn: boolean; readonly png: string } | null,
  ) => Promise<Problem | null>;
  /** A data URL; null when the picture was deleted. */
  readonly picture: (digest: AttachmentDigest) => Promise<string | null>;
}
