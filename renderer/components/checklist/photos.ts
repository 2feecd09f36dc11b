import { useEffect, useState } from 'react';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';
import type { Problem } from '../../../shared/problem.ts';
import { decodePicture } from '../../scanning/camera/decoder.ts';

/** The longer side of a stored photo in pixels: enough for a readable label. */
const LONGEST_SIDE = 1920;
/** The JPEG quality of a stored photo, 0 to 1. */
export const QUALITY = 0.85;

/**
 * A photo as it is stored: a JPEG of at most 1920 pixels, encoded again, so that no metadata of the camera is left.
 *
 * @returns base64; null for a file that cannot be decoded, or only with more memory than a laptop has
 */
export async function shrinkPhoto(file: Blob | ImageBitmap): Promise<string | null> {
  try {
    const bitmap = await decodePicture(file);
    const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const drawing = canvas.getContext('2d');
    if (drawing === null) return null;
    // Transparent pixels become white, not black.
    drawing.fillStyle = '#ffffff';
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return bytesOf(canvas.toDataURL('image/jpeg', QUALITY));
  } catch {
    return null;
  }
}

/** The base64 part of a data URL, after the comma. */
export const bytesOf = (address: string): string => address.slice(address.indexOf(',') + 1);

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
