import { afterEach, describe, expect, it, vi } from 'vitest';
import { listCameras, problemOf, startCamera } from '../../../renderer/scanning/camera/camera.ts';
import { startDecoder } from '../../../renderer/scanning/camera/decoder.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const named = (name: string): Error => Object.assign(new Error('no picture'), { name });

/** A laptop with one camera, which can do this; its calls. */
function laptopWith(capabilities: object, devices: readonly object[] = []) {
  const calls: unknown[] = [];
  const track = {
    getCapabilities: () => capabilities,
    getSettings: () => ({ deviceId: 'built-in' }),
    applyConstraints: async (wanted: unknown) => calls.push(wanted),
    stop: () => calls.push('stopped'),
  };
  const mediaDevices = {
    getUserMedia: async (wanted: unknown) => {
      calls.push(wanted);
      return { getVideoTracks: () => [track], getTracks: () => [track, track] };
    },
    enumerateDevices: async () => devices,
  };
  vi.stubGlobal('window', { navigator: { mediaDevices } });
  return { calls, mediaDevices };
}

/** The camera; a problem is a fault of the test. */
async function started(chosen: string | null) {
  const camera = await startCamera(chosen);
  if (typeof camera === 'string') throw new Error(camera);
  return camera;
}

describe('a camera', () => {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };

  it('is the rear camera, without sound', async () => {
    const { calls } = laptopWith({});
    expect((await started(null)).deviceId).toBe('built-in');
    expect(calls).toEqual([{ audio: false, video: { ...size, facingMode: 'environment' } }]);
  });

  it('is the chosen one, where there is one', async () => {
    const { calls } = laptopWith({});
    await started('usb');
    expect(calls).toEqual([{ audio: false, video: { ...size, deviceId: { ideal: 'usb' } } }]);
  });

  it('switches its light where it has one', async () => {
    for (const capabilities of [{}, { torch: false }]) {
      laptopWith(capabilities);
      expect((await started(null)).torch).toBeNull();
    }
    const { calls } = laptopWith({ torch: true });
    const { torch } = await started(null);
    await torch?.(true);
    await torch?.(false);
    expect(calls.slice(1)).toEqual([{ advanced: [{ torch: true }] }, { advanced: [{ torch: false }] }]);
  });

  it('stops all of its tracks', async () => {
    const { calls } = laptopWith({});
    (await started(null)).stop();
    expect(calls.slice(1)).toEqual(['stopped', 'stopped']);
  });

  it('that gives no picture says why', async () => {
    const { mediaDevices } = laptopWith({});
    mediaDevices.getUserMedia = () => Promise.reject(named('NotReadableError'));
    expect(await startCamera(null)).toBe('in-use');
  });
});

it.each([
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'in-use'],
  ['AbortError', 'in-use'],
  ['TypeError', 'broken'],
])('the browser’s %s is %s', (name, problem) => {
  expect(problemOf(named(name))).toBe(problem);
});

it('a value that is no error counts as broken too', () => {
  expect(problemOf('NotAllowedError')).toBe('broken');
});

it('only cameras are listed, once they may be used', async () => {
  laptopWith({}, [
    { kind: 'videoinput', deviceId: 'a', label: 'Built in', groupId: 'g' },
    { kind: 'videoinput', deviceId: '', label: '', groupId: '' },
    { kind: 'audioinput', deviceId: 'b', label: 'Microphone', groupId: 'g' },
  ]);
  expect(await listCameras()).toEqual([{ deviceId: 'a', label: 'Built in' }]);
});

describe('the reader of codes', () => {
  class WorkerStandIn extends EventTarget {
    static last: WorkerStandIn | null = null;
    readonly sent: unknown[] = [];
    terminated = 0;
    constructor() {
      super();
      WorkerStandIn.last = this;
    }
    postMessage(...message: readonly unknown[]): void {
      this.sent.push(message);
    }
    terminate(): void {
      this.terminated += 1;
    }
    says(type: string, fields: object): void {
      this.dispatchEvent(Object.assign(new Event(type), fields));
    }
  }
  const picture: ImageBitmap = { width: 1, height: 1, close: () => {} };
  function reader() {
    vi.stubGlobal('Worker', WorkerStandIn);
    const decoder = startDecoder();
    const worker = WorkerStandIn.last;
    if (worker === null) throw new Error('it works beside the window');
    return { decoder, worker };
  }

  it('gets a picture, which it uses up, and answers with its codes', async () => {
    const { decoder, worker } = reader();
    const answer = decoder.read(picture);
    expect(worker.sent).toEqual([[picture, [picture]]]);
    const codes = { answer: 'codes', codes: [{ text: '001', format: 'Code128' }] };
    worker.says('message', { data: codes });
    expect(await answer).toEqual(codes);
  });

  it('that cannot be started answers so', async () => {
    const { decoder, worker } = reader();
    const answer = decoder.read(picture);
    worker.says('error', { message: 'no such file' });
    expect(await answer).toEqual({ answer: 'broken', words: 'no such file' });
  });

  it('may say something that it was not asked', () => {
    const { worker } = reader();
    expect(() => worker.says('error', { message: 'no such file' })).not.toThrow();
  });

  it('ends when it is not needed', () => {
    const { decoder, worker } = reader();
    decoder.stop();
    expect(worker.terminated).toBe(1);
  });
});
