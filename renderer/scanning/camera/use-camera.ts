import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsLocked } from '../../data/lock.ts';
import { createAcceptance, startDecoder } from './decoder.ts';
import {
  type CameraChoice,
  type CameraProblem,
  listCameras,
  type RunningCamera,
  startCamera,
} from './camera.ts';

/** The state of the camera. */
export type CameraState =
  | { readonly state: 'starting' }
  | { readonly state: 'watching'; readonly camera: RunningCamera; readonly cameras: readonly CameraChoice[] }
  | { readonly state: 'problem'; readonly problem: CameraProblem };

/**
 * The camera in a video element, and a reader that decodes each frame until one holds a code; without `onRead` the
 * video alone. Behind the lock page the camera is off; it restarts after unlocking.
 */
export function useCamera(
  chosen: string | null,
  onRead: ((text: string) => void) | null,
): { readonly state: CameraState; readonly video: RefObject<HTMLVideoElement | null> } {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>({ state: 'starting' });
  const reads = onRead !== null;
  const read = useEffectEvent((text: string) => onRead?.(text));
  const isLocked = useIsLocked();

  useEffect(() => {
    if (isLocked) return undefined;
    let stopped = false;
    let stop = () => {};
    const begin = async () => {
      setState({ state: 'starting' });
      const camera = await startCamera(chosen);
      if (typeof camera === 'string') {
        if (!stopped) setState({ state: 'problem', problem: camera });
        return;
      }
      const decoder = reads ? startDecoder() : null;
      stop = () => {
        camera.stop();
        decoder?.stop();
      };
      const picture = video.current;
      if (stopped || picture === null) {
        stop();
        return;
      }
      const cameras = await listCameras();
      picture.srcObject = camera.stream;
      await picture.play();
      if (!stopped) setState({ state: 'watching', camera, cameras });
      if (decoder === null) return;
      const accept = createAcceptance();
      for (;;) {
        await nextPicture(picture);
        if (stopped) return;
        const answer = await decoder.read(await createImageBitmap(picture));
        if (stopped) return;
        if (answer.answer === 'broken') {
          setState({ state: 'problem', problem: 'broken' });
          stop();
          return;
        }
        const text = accept(answer.codes);
        if (text !== null) {
          read(text);
          return;
        }
      }
    };
    begin().catch(() => {
      if (!stopped) setState({ state: 'problem', problem: 'broken' });
    });
    return () => {
      stopped = true;
      stop();
    };
  }, [chosen, reads, isLocked]);
  return { state, video };
}

const nextPicture = (video: HTMLVideoElement): Promise<void> =>
  new Promise((resolve) => {
    video.requestVideoFrameCallback(() => resolve());
  });
