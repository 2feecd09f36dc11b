import { readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodePicture } from '../../renderer/scanning/camera/decoder.ts';
import { shrinkPhoto } from '../../renderer/components/checklist/photos.ts';
import { keepPhoto } from '../../electron/jobs/pictures.ts';
import { createAttachmentFiles } from '../../electron/log/attachment-files.ts';
import { tempFolder } from '../integration/relay/temp-folder.ts';
import { madeJpeg, madePng, madeWebp } from '../pictures/made-pictures.ts';

/* An insider who puts a file where a person picks it: a picture that takes more memory than a laptop has. */

const HUGE: readonly (readonly [string, Buffer])[] = [
  ['a PNG of 10^18 pixels', madePng('', 2 ** 30, 2 ** 30)],
  ['a JPEG of 65,535 by 65,535 pixels', madeJpeg('', 65_535, 65_535)],
  ['a WebP of 16,383 by 16,383 pixels', madeWebp('VP8X', 16_383, 16_383)],
  ['a little more than 40 megapixels', madeJpeg('', 8001, 5000)],
  ['a picture whose size stands behind 300 KiB of other words', farAwaySize()],
  ['a picture of a kind whose size is not read', Buffer.from('GIF89a\xff\xff\xff\xff', 'latin1')],
  ['nothing', Buffer.alloc(0)],
];

/** A JPEG with five segments of 60 KiB before its size. */
function farAwaySize(): Buffer {
  const segment = Buffer.concat([Buffer.from([0xff, 0xe0, 0xef, 0xff]), Buffer.alloc(0xefff - 2)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...Array.from({ length: 5 }, () => segment),
    madeJpeg('', 40_000, 40_000).subarray(2),
  ]);
}

/** The files that the window's decoder gets from now on. */
function decoder(): readonly unknown[] {
  const decoded: unknown[] = [];
  vi.stubGlobal('createImageBitmap', (picture: unknown) => {
    decoded.push(picture);
    return Promise.resolve(picture);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return decoded;
}

const fileOf = (bytes: Buffer, type: string): Blob => new Blob([new Uint8Array(bytes)], { type });

describe('a picture that a person picks', () => {
  it.each(HUGE)('is not decoded where it is %s, whatever it is called', async (_name, bytes) => {
    const decoded = decoder();
    for (const type of ['image/jpeg', 'image/png', '']) {
      await expect(decodePicture(fileOf(bytes, type))).rejects.toThrow('not decoded');
      expect(await shrinkPhoto(fileOf(bytes, type))).toBeNull();
    }
    expect(decoded).toEqual([]);
  });

  it('is decoded where its header tells a size that fits, also under a wrong type', async () => {
    const decoded = decoder();
    const picture = fileOf(madeJpeg('', 8000, 5000), 'image/png');
    expect(await decodePicture(picture)).toBe(picture);
    expect(decoded).toEqual([picture]);
  });

  it('is not kept with more pixels than are ever decoded, whatever the window sends', async () => {
    const folder = tempFolder();
    const parts = { attachments: createAttachmentFiles(folder) };
    await expect(keepPhoto(parts, madeJpeg('', 8001, 5000))).rejects.toThrow('picture-unusable');
    expect(readdirSync(folder)).toEqual([]);
    expect((await keepPhoto(parts, madeJpeg('', 8000, 5000))).total).toBeGreaterThan(0);
  });
});
