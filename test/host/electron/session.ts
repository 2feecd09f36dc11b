import { resolveProxy } from './system-proxy.ts';
import type { HostWebContents } from './web-contents.ts';

type RequestListener = (
  details: { readonly url: string; readonly method: string },
  answer: (response: Electron.CallbackResponse) => void,
) => void;
type CheckHandler = (
  contents: HostWebContents | null,
  permission: string,
  origin: string,
  details: Electron.PermissionCheckHandlerHandlerDetails,
) => boolean;
type RequestHandler = (
  contents: HostWebContents,
  permission: string,
  answer: (granted: boolean) => void,
  details: Electron.PermissionRequest | Electron.MediaAccessPermissionRequest,
) => void;

let onBeforeRequest: RequestListener | null = null;
let permissionCheck: CheckHandler | null = null;

/**
 * Electron's default session. Chromium does not ask at the moment of use here, so the check handler is asked for each
 * permission when a window opens and whenever the app sends it something (`permissions.ts`); it and the request handler must
 * agree, as in this app they do.
 */
const defaultSession = {
  setPermissionCheckHandler: (handler: CheckHandler | null): void => {
    permissionCheck = handler;
  },
  setPermissionRequestHandler: (_handler: RequestHandler | null): void => {},
  setDevicePermissionHandler: (_handler: (() => boolean) | null): void => {},
  setDisplayMediaRequestHandler: (_handler: null): void => {},
  resolveProxy: (url: string): Promise<string> => resolveProxy(url),
  webRequest: {
    onBeforeRequest: (listener: RequestListener | null): void => {
      onBeforeRequest = listener;
    },
  },
};

/** Electron's `session`. */
export const session = { defaultSession, fromPartition: (_name: string) => defaultSession };

/** Would the app let this request go out? */
export function requestAllowed(url: string, method: string): Promise<boolean> {
  const listener = onBeforeRequest;
  if (listener === null) return Promise.resolve(true);
  return new Promise((resolve) => listener({ url, method }, (answer) => resolve(answer.cancel !== true)));
}

/** Does the app grant this permission to pages of `origin`? `mediaType` says which of the two that `media` names. Without a handler Electron grants. */
export function permissionGranted(
  permission: string,
  origin: string,
  mediaType?: 'video' | 'audio',
): boolean {
  const details = {
    isMainFrame: true,
    requestingUrl: origin,
    ...(mediaType === undefined ? {} : { mediaType }),
  };
  return permissionCheck?.(null, permission, origin, details) ?? true;
}
