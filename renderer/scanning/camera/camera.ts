import { z } from 'zod';

/** The reason why the camera shows no picture. */
export type CameraProblem = 'refused' | 'none' | 'in-use' | 'broken';

/** A started camera. */
export interface RunningCamera {
  readonly stream: MediaStream;
  readonly deviceId: string | null;
  /** Switches the camera's light; null where it has none. */
  readonly torch: ((on: boolean) => Promise<void>) | null;
  readonly stop: () => void;
}

/** A camera of this laptop. `label` is empty where the system gives no name. */
export interface CameraChoice {
  readonly deviceId: string;
  readonly label: string;
}

// `torch` is a capability of phones and of a few USB cameras that TypeScript's types lack.
const lit = z.looseObject({ torch: z.boolean().optional() });

/** Starts the camera that was chosen last, or the system's default. */
export async function startCamera(chosen: string | null): Promise<RunningCamera | CameraProblem> {
  try {
    const stream = await window.navigator.mediaDevices.getUserMedia({
      audio: false,
      video: {
        width: { ideal: 1280 },
        height: { ideal: 720 },
        ...(chosen === null ? { facingMode: 'environment' } : { deviceId: { ideal: chosen } }),
      },
    });
    const track = stream.getVideoTracks()[0];
    const torch = track !== undefined && lit.parse(track.getCapabilities()).torch === true;
    return {
      stream,
      deviceId: track?.getSettings().deviceId ?? null,
      torch: torch
        ? async (on) => {
            const light: MediaTrackConstraintSet & { torch: boolean } = { torch: on };
            await track.applyConstraints({ advanced: [light] });
          }
        : null,
      stop: () => {
        for (const each of stream.getTracks()) each.stop();
      },
    };
  } catch (cause) {
    return problemOf(cause);
  }
}

/** The cameras of this laptop. Browsers name them only after the permission for one was granted. */
export async function listCameras(): Promise<readonly CameraChoice[]> {
  const devices = await window.navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ deviceId, label }));
}

/** Maps the browser's error names to `CameraProblem`. */
export function problemOf(cause: unknown): CameraProblem {
  switch (cause instanceof Error ? cause.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'refused';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none';
    case 'NotReadableError':
    case 'AbortError':
      return 'in-use';
    default:
      return 'broken';
  }
}
