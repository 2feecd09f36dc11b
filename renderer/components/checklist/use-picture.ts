import { useEffect, useState } from 'react';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import type { Media } from './media.ts';

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
