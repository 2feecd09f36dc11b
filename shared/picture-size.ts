/** The width and height of a picture according to its header. */
export type PictureSize = { readonly width: number; readonly height: number };

/** A picture of more pixels is refused before anything decodes it: 40 megapixels take 160 MB of memory. */
export const MOST_PIXELS = 40_000_000;

/** Upper bound of the search for a header. In a JPEG the camera's own segments precede it. */
export const HEADER_WITHIN = 256 * 1024;

/** The picture types with a readable size; every other type is refused. */
type RasterType = 'image/png' | 'image/jpeg' | 'image/webp';
const readers: ReadonlyMap<string, (bytes: Uint8Array) => PictureSize | null> = new Map([
  ['image/png', pngSize],
  ['image/jpeg', jpegSize],
  ['image/webp', webpSize],
] satisfies [RasterType, (bytes: Uint8Array) => PictureSize | null][]);

/**
 * Reads the size of a PNG, JPEG or WebP from its header, without decoding it. Null if the bytes are not of that type,
 * or the size is not within the first {@link HEADER_WITHIN} bytes.
 */
export function pictureSize(type: string, bytes: Uint8Array): PictureSize | null {
  const size = readers.get(type)?.(bytes.subarray(0, HEADER_WITHIN)) ?? null;
  return size === null || size.width === 0 || size.height === 0 ? null : size;
}

/** Whether a picture of this type may be decoded: its size is known, and at most {@link MOST_PIXELS}. */
export function isDecodable(type: string, bytes: Uint8Array): boolean {
  const size = pictureSize(type, bytes);
  return size !== null && size.width * size.height <= MOST_PIXELS;
}

/** The same test for a file of unknown type. Its first bytes determine the type, as in a browser. */
export const isDecodableFile = (bytes: Uint8Array): boolean =>
  [...readers.keys()].some((type) => isDecodable(type, bytes));

/** A big-endian unsigned number of `length` bytes. */
function bigEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index += 1) value = value * 256 + (bytes[index] ?? 0);
  return value;
}

function littleEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = at + length - 1; index >= at; index -= 1) value = value * 256 + (bytes[index] ?? 0);
  return value;
}

const holds = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...new TextEncoder().encode(text)].every((byte, index) => bytes[at + index] === byte);

/** The signature, then the chunk IHDR: its length, its name, width and height of four bytes each. */
function pngSize(bytes: Uint8Array): PictureSize | null {
  const begins = bytes[0] === 0x89 && holds(bytes, 1, 'PNG\r\n\u001a\n') && holds(bytes, 12, 'IHDR');
  if (!begins || bytes.length < 24) return null;
  return { width: bigEndian(bytes, 16, 4), height: bigEndian(bytes, 20, 4) };
}

/** Skips segments up to the first start of frame, which has the size; the picture's data follows it. */
function jpegSize(bytes: Uint8Array): PictureSize | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isStartOfFrame(marker)) {
      return { height: bigEndian(bytes, at + 5, 2), width: bigEndian(bytes, at + 7, 2) };
    }
    const length = bigEndian(bytes, at + 2, 2);
    // The start of the data, the end of the file, or a malformed segment: no size came before.
    if (marker === 0xda || marker === 0xd9 || length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** C0 to CF, except the Huffman and arithmetic coding tables and one reserved marker. */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** A RIFF file. Its first chunk is one of three kinds, each with the size at another offset. */
function webpSize(bytes: Uint8Array): PictureSize | null {
  if (!holds(bytes, 0, 'RIFF') || !holds(bytes, 8, 'WEBP') || bytes.length < 30) return null;
  if (holds(bytes, 12, 'VP8X')) {
    return { width: littleEndian(bytes, 24, 3) + 1, height: littleEndian(bytes, 27, 3) + 1 };
  }
  if (holds(bytes, 12, 'VP8 ')) {
    // A key frame's start code.
    if (bytes[23] !== 0x9d || bytes[24] !== 0x01 || bytes[25] !== 0x2a) return null;
    return { width: littleEndian(bytes, 26, 2) & 0x3fff, height: littleEndian(bytes, 28, 2) & 0x3fff };
  }
  if (holds(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const bits = littleEndian(bytes, 21, 4);
    return { width: (bits % 2 ** 14) + 1, height: (Math.floor(bits / 2 ** 14) % 2 ** 14) + 1 };
  }
  return null;
}
