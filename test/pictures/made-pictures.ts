/** Headers of pictures, as files begin that hold one of this size; behind the header anything may follow. */

const segment = (marker: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body]);

/** A JPEG with words in the place of its data. */
export function madeJpeg(words: string | Buffer = '', width = 4, height = 3): Buffer {
  const frame = Buffer.from([8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xc0, frame),
    segment(0xda, Buffer.alloc(0)),
    Buffer.from(words),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** The beginning of a PNG, and words. */
export function madePng(words: string | Buffer = '', width = 4, height = 3): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
    Buffer.from('IHDR'),
    size,
    Buffer.from(words),
  ]);
}

/** The beginning of a WebP in one of its three forms. */
export function madeWebp(form: 'VP8 ' | 'VP8L' | 'VP8X', width = 4, height = 3): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0, 'latin1');
  bytes.write(`WEBP${form}`, 8, 'latin1');
  switch (form) {
    case 'VP8 ':
      bytes.set([0x9d, 0x01, 0x2a], 23);
      bytes.writeUInt16LE(width, 26);
      bytes.writeUInt16LE(height, 28);
      return bytes;
    case 'VP8L':
      bytes[20] = 0x2f;
      bytes.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 21);
      return bytes;
    case 'VP8X':
      bytes.writeUIntLE(width - 1, 24, 3);
      bytes.writeUIntLE(height - 1, 27, 3);
      return bytes;
  }
}
