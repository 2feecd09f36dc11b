import { describe, expect, it } from 'vitest';
import { isDecodable, MOST_PIXELS, pictureSize } from '../../../shared/picture-size.ts';
import { madeJpeg, madePng, madeWebp } from '../../pictures/made-pictures.ts';

/** A JPEG's segment of this marker and length. */
const segment = (marker: number, length: number): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, marker, (length + 2) >> 8, (length + 2) & 0xff]),
    Buffer.alloc(length, 0xff),
  ]);
const withSegments = (...segments: readonly Buffer[]): Buffer => {
  const jpeg = madeJpeg('', 640, 480);
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
};

describe('the size of a picture', () => {
  it.each([
    ['image/png', 'a PNG', madePng('', 640, 480)],
    ['image/jpeg', 'a JPEG', madeJpeg('', 640, 480)],
    [
      'image/jpeg',
      'a JPEG with what a camera writes before',
      withSegments(segment(0xe1, 60_000), segment(0xfe, 9)),
    ],
    [
      'image/jpeg',
      'a JPEG with tables before',
      withSegments(segment(0xc4, 20), segment(0xcc, 2), segment(0xdb, 64)),
    ],
    ['image/jpeg', 'a JPEG with fill bytes', withSegments(Buffer.alloc(100, 0xff))],
    ['image/webp', 'a lossy WebP', madeWebp('VP8 ', 640, 480)],
    ['image/webp', 'a lossless WebP', madeWebp('VP8L', 640, 480)],
    ['image/webp', 'an extended WebP', madeWebp('VP8X', 640, 480)],
  ])('is read as %s from the header of %s', (type, _name, bytes) => {
    expect(pictureSize(type, bytes)).toEqual({ width: 640, height: 480 });
    for (let end = 0; end < 11; end += 1) expect(pictureSize(type, bytes.subarray(0, end))).toBeNull();
  });

  it.each([
    ['of another type', 'image/png', madeJpeg()],
    ['of a type that is not read', 'image/gif', Buffer.from('GIF89a\u0010\u0000\u0010\u0000')],
    ['of a name of Object.prototype', 'constructor', madePng()],
    ['without width', 'image/png', madePng('', 0, 480)],
    ['without height, which a line number would give later', 'image/jpeg', madeJpeg('', 640, 0)],
    [
      'whose data begins without a size',
      'image/jpeg',
      Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xda, 40)]),
    ],
    [
      'whose segment has no length',
      'image/jpeg',
      Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0, 0, 0, 0, 0]),
    ],
    [
      'whose size stands too far behind',
      'image/jpeg',
      withSegments(...Array.from({ length: 5 }, () => segment(0xe1, 60_000))),
    ],
    [
      'of WebP without a start code',
      'image/webp',
      Buffer.concat([madeWebp('VP8 ').subarray(0, 20), Buffer.alloc(20)]),
    ],
  ])('is not known %s', (_name, type, bytes) => {
    expect(pictureSize(type, bytes)).toBeNull();
    expect(isDecodable(type, bytes)).toBe(false);
  });

  it('allows decoding up to 40 megapixels', () => {
    expect(MOST_PIXELS).toBe(40_000_000);
    expect(isDecodable('image/png', madePng('', 8000, 5000))).toBe(true);
    expect(isDecodable('image/png', madePng('', 8000, 5001))).toBe(false);
    expect(isDecodable('image/png', madePng('', 2 ** 32 - 1, 2 ** 32 - 1))).toBe(false);
  });
});
