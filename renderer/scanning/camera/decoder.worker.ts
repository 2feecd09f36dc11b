import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url&inline';
import type { DecoderAnswer } from './decoder.ts';

/*
 * Reads codes in pictures in a worker. The WebAssembly is inlined in this script, because the window's policy allows no
 * connections, not even to its own files.
 */

const options: ReaderOptions = {
  formats: ['Code128', 'Code39', 'QRCode', 'DataMatrix'],
  tryHarder: true,
  maxNumberOfSymbols: 4,
};
const module = prepareZXingModule({ overrides: { wasmBinary: bytesOf(wasm) }, fireImmediately: true });

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  void answer(event.data).then((said) => self.postMessage(said, { transfer: [] }));
});

async function answer(picture: unknown): Promise<DecoderAnswer> {
  try {
    if (!(picture instanceof ImageBitmap)) throw new Error('not a picture');
    await module;
    const found = await readBarcodes(pixelsOf(picture), options);
    const codes = found.filter(({ isValid }) => isValid).map(({ text, format }) => ({ text, format }));
    return { answer: 'codes', codes };
  } catch (cause) {
    return { answer: 'broken', words: cause instanceof Error ? cause.message : 'unknown' };
  }
}

function pixelsOf(picture: ImageBitmap): ImageData {
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  context.drawImage(picture, 0, 0);
  picture.close();
  return context.getImageData(0, 0, width, height);
}

function bytesOf(dataUrl: string): ArrayBuffer {
  const binary = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0)).buffer;
}
