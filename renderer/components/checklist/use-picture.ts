import { useEffect, useState } from 'react';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import type { Problem } from '../../../shared/problem.ts';

/** A kept picture as a data address; null until it is read, or when it is gone. */
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

/** How an item keeps pictures. Null where nothing is kept: in a preview. */
export interface Media {
  /** A JPEG, base64. Answers what went wrong, null when it is kept. */
  readonly addPhoto: (itemId: string, jpeg: string) => Promise<Problem | null>;
  readonly removePhoto: (itemId: string, digest: AttachmentDigest) => Promise<Problem | null>;
  /** A PNG, base64; null takes it back. */
  readonly sign: (
    itemId: string,
    signature: { readonly name: string; readonly drawn: boolean; readonly png: string } | null,
  ) => Promise<Problem | null>;
  /** As a data address; null when it is gone. */
  readonly picture: (digest: AttachmentDigest) => Promise<string | null>;
}
