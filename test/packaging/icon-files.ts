/*
 * Two containers that hold pictures of one drawing in several sizes, each as PNG.
 */

/** A picture of the icon: a square of `size` pixels. */
export interface IconPicture {
  readonly size: number;
  readonly png: Uint8Array;
}

/** Windows shows the size that fits: list, taskbar, desktop, large tiles. */
export const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256] as const;

/** macOS names each size by four letters; `@2x` of half the size is another name for the same picture. */
export const ICNS_TYPES = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
} as const;

const ICO_HEAD = 6;
const ICO_ENTRY = 16;

/** The bytes of an `.ico`. */
export function icoOf(pictures: readonly IconPicture[]): Buffer {
  const head = Buffer.alloc(ICO_HEAD + ICO_ENTRY * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let at = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = ICO_HEAD + ICO_ENTRY * index;
    // 0 says 256.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.byteLength, entry + 8);
    head.writeUInt32LE(at, entry + 12);
    at += png.byteLength;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** The bytes of an `.icns`. */
export function icnsOf(pictures: readonly IconPicture[]): Buffer {
  const named: ReadonlyMap<number, readonly string[]> = new Map(
    Object.entries(ICNS_TYPES).map(([size, types]) => [Number(size), types]),
  );
  const chunks = pictures.flatMap(({ size, png }) => (named.get(size) ?? []).map((type) => chunk(type, png)));
  return chunk('icns', Buffer.concat(chunks));
}

function chunk(type: string, content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(8 + content.byteLength, 4);
  return Buffer.concat([head, content]);
}
