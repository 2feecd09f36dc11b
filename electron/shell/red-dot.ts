/** Blue, green, red and alpha, the byte order of Electron's bitmaps; the red of "Needs you". */
const COLOUR = [0x2a, 0x2a, 0xc4, 0xff] as const;

/** Paints a dot onto a square bitmap with sides of `size` pixels. Centre and radius are in pixels. */
export function paintRedDot(
  bitmap: Buffer,
  size: number,
  middle: readonly [number, number],
  radius: number,
): Buffer {
  const [left, top] = middle;
  for (let place = 0; place < size * size; place += 1) {
    const fromMiddle = Math.hypot((place % size) - left, Math.floor(place / size) - top);
    if (fromMiddle <= radius) bitmap.set(COLOUR, place * COLOUR.length);
  }
  return bitmap;
}

/** A transparent bitmap. */
export const emptyBitmap = (size: number): Buffer => Buffer.alloc(size * size * COLOUR.length);
