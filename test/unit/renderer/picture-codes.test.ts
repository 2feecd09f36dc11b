import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { decodePicture, readPicture } from '../../../renderer/scanning/camera/decoder.ts';
import { HEADER_WITHIN } from '../../../shared/picture-size.ts';
import { madeJpeg, madePng } from '../../pictures/made-pictures.ts';

const bitmap: ImageBitmap = { width: 4, height: 3, close: () => {} };
const blob = (bytes: Buffer): Blob => new Blob([new Uint8Array(bytes)]);
let decoded: unknown[];
/** The answer of the reader to each picture, or its failure; and how many readers still work. */
let reader: { answer: object; isBroken: boolean; running: number };

class WorkerStandIn extends EventTarget {
  constructor() {
    super();
    reader.running += 1;
  }
  postMessage(): void {
    const event = reader.isBroken
      ? Object.assign(new Event('error'), { message: 'no such file' })
      : Object.assign(new Event('message'), { data: reader.answer });
    this.dispatchEvent(event);
  }
  terminate(): void {
    reader.running -= 1;
  }
}

beforeEach(() => {
  decoded = [];
  reader = { answer: { answer: 'codes', codes: [] }, isBroken: false, running: 0 };
  vi.stubGlobal('createImageBitmap', async (picture: unknown) => {
    decoded.push(picture);
    return bitmap;
  });
  vi.stubGlobal('Worker', WorkerStandIn);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('a picture of the camera is decoded as it is', async () => {
  expect(await decodePicture(bitmap)).toBe(bitmap);
  expect(decoded).toEqual([bitmap]);
});

it('a file is decoded where its header tells a size that fits', async () => {
  const picture = blob(madePng('pixels'));
  expect(await decodePicture(picture)).toBe(bitmap);
  expect(decoded).toEqual([picture]);
});

it.each([
  ['is no picture', Buffer.from('Dear colleague')],
  ['is empty', Buffer.alloc(0)],
  ['tells a size that takes too much memory', madePng('', 60_000, 60_000)],
  ['hides its size behind more than a header', Buffer.concat([Buffer.alloc(HEADER_WITHIN), madeJpeg()])],
])('nothing is decoded of a file that %s', async (_what, bytes) => {
  await expect(decodePicture(blob(bytes))).rejects.toThrow('The picture is not decoded.');
  expect(decoded).toEqual([]);
});

it('the texts of the codes in a picture are read, and the reader ends', async () => {
  const codes = ['001', '002'].map((text) => ({ text, format: 'Code128' }));
  reader.answer = { answer: 'codes', codes };
  expect(await readPicture(bitmap)).toEqual(['001', '002']);
  expect(reader.running).toBe(0);
});

it('a picture has no codes where the reader does not work', async () => {
  reader.isBroken = true;
  expect(await readPicture(bitmap)).toEqual([]);
  expect(reader.running).toBe(0);
});

it('a file that cannot be decoded has no codes either, and the reader ends', async () => {
  expect(await readPicture(blob(Buffer.from('Dear colleague')))).toEqual([]);
  expect(reader.running).toBe(0);
});
