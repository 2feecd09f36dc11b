import { type DecoderAnswer, decoderAnswer } from './decoder-messages.ts';

/** The reader of codes in its worker. One picture at a time. */
export interface Decoder {
  /** Looks at a picture, which is used up by it. */
  readonly read: (picture: ImageBitmap) => Promise<DecoderAnswer>;
  readonly stop: () => void;
}

/** Starts a reader. */
export function startDecoder(): Decoder {
  const worker = new Worker(new URL('./decoder.worker.ts', import.meta.url), { type: 'module' });
  let answer: (said: DecoderAnswer) => void = () => {};
  worker.addEventListener('message', (event: MessageEvent<unknown>) =>
    answer(decoderAnswer.parse(event.data)),
  );
  worker.addEventListener('error', (event) => answer({ answer: 'broken', words: event.message }));
  return {
    read: (picture) =>
      new Promise((resolve) => {
        answer = resolve;
        worker.postMessage(picture, [picture]);
      }),
    stop: () => worker.terminate(),
  };
}
