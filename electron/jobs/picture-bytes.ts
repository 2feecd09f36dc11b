/** The largest picture a job keeps, in bytes: the window makes them smaller than this. */
export const LARGEST_PICTURE = 4 * 1024 * 1024;

/**
 * A JPEG without what cameras write beside the picture (place, time, serial numbers): its APP1 to APP15 and comment
 * segments are left out. Null for what is no JPEG.
 */
export function plainJpeg(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return null;
    // The picture itself begins: from here on there are no more segments to tell apart.
    if (marker === 0xda) {
      kept.push(bytes.subarray(at));
      return Buffer.concat(kept);
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const next = at + 2 + length;
    if (length < 2 || next > bytes.length) return null;
    const tells = (marker >= 0xe1 && marker <= 0xef) || marker === 0xfe;
    if (!tells) kept.push(bytes.subarray(at, next));
    at = next;
  }
  return null;
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Does this begin as a PNG does? */
export function isPng(bytes: Uint8Array): boolean {
  return PNG_START.every((byte, index) => bytes[index] === byte);
}
