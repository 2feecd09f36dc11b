import { EventEmitter } from 'node:events';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hardenContents, hardenSession } from '../../../electron/shell/hardening.ts';

type OpenHandler = (details: { url: string }) => { action: string };
type Check = (contents: null, permission: string, origin: string, details: { mediaType?: string }) => boolean;
type Request = (
  contents: { getURL: () => string },
  permission: string,
  answer: (granted: boolean) => void,
  details: { mediaTypes?: readonly string[] },
) => void;
type BeforeRequest = (details: { url: string }, answer: (answer: { cancel?: boolean }) => void) => void;

// Electron's state: each rule stands alone here, since a running window is protected by several at once.
const held = vi.hoisted(() => {
  const rules: {
    sandboxed?: boolean;
    display?: unknown;
    check?: unknown;
    request?: unknown;
    device?: unknown;
    before?: unknown;
    app?: unknown;
  } = {};
  return rules;
});
vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  held.app = Object.assign(new Emitter(), { enableSandbox: () => (held.sandboxed = true) });
  const defaultSession = {
    setPermissionCheckHandler: (handler: unknown) => (held.check = handler),
    setPermissionRequestHandler: (handler: unknown) => (held.request = handler),
    setDisplayMediaRequestHandler: (handler: unknown) => (held.display = handler),
    setDevicePermissionHandler: (handler: unknown) => (held.device = handler),
    webRequest: { onBeforeRequest: (handler: unknown) => (held.before = handler) },
  };
  return { app: held.app, session: { defaultSession } };
});

class Contents extends EventEmitter {
  openHandler: OpenHandler | null = null;
  webRtc: string | null = null;
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtc = policy;
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
  /** Emits a preventable event; true when it was prevented. */
  prevents(event: string, details: object = {}): boolean {
    const preventDefault = vi.fn<() => void>();
    this.emit(event, { ...details, preventDefault });
    return preventDefault.mock.calls.length > 0;
  }
}

const OWN = 'boxwright://app/index.html';
const ELSEWHERE = [
  'https://elsewhere.example/',
  'file:///etc/passwd',
  'boxwright://app.example/',
  'javascript:1',
];
let contents: Contents;

describe('every web contents', () => {
  beforeAll(() => hardenContents(() => {}));
  beforeEach(() => {
    contents = new Contents();
    if (held.app instanceof EventEmitter) held.app.emit('web-contents-created', {}, contents);
  });

  it.each(ELSEWHERE)('may not navigate to %s', (url) => {
    expect(contents.prevents('will-navigate', { url })).toBe(true);
    expect(contents.prevents('will-redirect', { url })).toBe(true);
  });

  it('may move within the app', () => {
    expect(contents.prevents('will-navigate', { url: OWN })).toBe(false);
  });

  it.each([OWN, ...ELSEWHERE])('opens no window for %s', (url) => {
    expect(contents.openHandler?.({ url })).toEqual({ action: 'deny' });
  });

  it('is sandboxed', () => {
    expect(held.sandboxed).toBe(true);
  });

  it.each([OWN, ...ELSEWHERE])('has no frame with %s', (url) => {
    expect(contents.prevents('will-frame-navigate', { url, isMainFrame: false })).toBe(true);
  });

  it('reaches no other machine by WebRTC', () => {
    expect(contents.webRtc).toBe('disable_non_proxied_udp');
  });

  it('gets no webview', () => {
    expect(contents.prevents('will-attach-webview')).toBe(true);
  });
});

describe('the session', () => {
  let locked = false;
  beforeAll(() =>
    hardenSession(
      () => {},
      () => locked,
    ),
  );
  beforeEach(() => {
    locked = false;
  });

  const isCheck = (value: unknown): value is Check => typeof value === 'function';
  const isRequest = (value: unknown): value is Request => typeof value === 'function';
  const isDevice = (value: unknown): value is () => boolean => typeof value === 'function';
  const isBeforeRequest = (value: unknown): value is BeforeRequest => typeof value === 'function';
  const cancelled = (url: string): boolean | undefined => {
    const answer = vi.fn<(answer: { cancel?: boolean }) => void>();
    if (isBeforeRequest(held.before)) held.before({ url }, answer);
    return answer.mock.calls[0]?.[0].cancel;
  };
  /** The answers of the request handler and the check handler; for `media`, the wanted kinds. */
  const granted = (permission: string, url: string, media?: readonly string[]): (boolean | undefined)[] => {
    const answer = vi.fn<(granted: boolean) => void>();
    const asked = media === undefined ? {} : { mediaTypes: media };
    if (isRequest(held.request)) held.request({ getURL: () => url }, permission, answer, asked);
    const checking = media?.[0] === undefined ? {} : { mediaType: media[0] };
    const checked = isCheck(held.check) ? held.check(null, permission, url, checking) : undefined;
    return [answer.mock.calls[0]?.[0], checked];
  };

  it.each([...ELSEWHERE, 'wss://elsewhere.example/', 'http://127.0.0.1:8787/'])(
    'lets no request out to %s',
    (url) => {
      expect(cancelled(url)).toBe(true);
    },
  );

  it.each([OWN, 'boxwright://report/1', 'data:image/png;base64,AA==', 'blob:boxwright://app/1'])(
    'lets %s through',
    (url) => {
      expect(cancelled(url)).toBe(false);
    },
  );

  it.each(['media', 'geolocation', 'notifications', 'openExternal', 'fileSystem', 'clipboard-read'])(
    'grants %s to no page',
    (permission) => {
      expect(granted(permission, OWN)).toEqual([false, false]);
    },
  );

  it('gives no page a device or a picture of the screen', () => {
    expect(isDevice(held.device) ? held.device() : 'any page').toBe(false);
    expect(held.display).toBeNull();
  });

  it('lets the app alone use the camera, and no page the microphone', () => {
    expect(granted('media', OWN, ['video'])).toEqual([true, true]);
    for (const url of ELSEWHERE) expect(granted('media', url, ['video'])).toEqual([false, false]);
    expect(granted('media', OWN, ['audio'])).toEqual([false, false]);
    expect(granted('media', OWN, ['audio', 'video'])).toEqual([false, false]);
    expect(granted('media', OWN, ['unknown'])).toEqual([false, false]);
  });

  it('gives no camera while the window is locked, and allows it again afterwards', () => {
    locked = true;
    expect(granted('media', OWN, ['video'])).toEqual([false, false]);
    expect(granted('clipboard-sanitized-write', OWN)).toEqual([true, true]);
    locked = false;
    expect(granted('media', OWN, ['video'])).toEqual([true, true]);
  });

  it('lets the app alone write text to the clipboard', () => {
    expect(granted('clipboard-sanitized-write', OWN)).toEqual([true, true]);
    expect(granted('clipboard-sanitized-write', 'https://elsewhere.example/')).toEqual([false, false]);
  });
});
