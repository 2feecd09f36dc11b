import { app, session } from 'electron';
import type { Log } from '../base/ports.ts';
import { isAppUrl, isOwnUrl } from './origin.ts';

/** The permissions of the window. Everything else is refused without asking the person. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);
/**
 * The app uses the camera for scanning codes, and never the microphone. Chromium requests both under one permission
 * and lists the kinds.
 */
const isCamera = (permission: string, kinds: readonly (string | undefined)[]): boolean =>
  permission === 'media' && kinds.length > 0 && kinds.every((kind) => kind === 'video');
/** Schemes that never leave the machine. `devtools:` is used in development only. */
const LOCAL_SCHEMES: ReadonlySet<string> = new Set(['data:', 'blob:', 'devtools:']);

/**
 * Blocks navigation, new windows, webviews and WebRTC for every web contents that will ever be created. Must be
 * called before the first window is created.
 */
export function hardenContents(log: Log): void {
  // Every window is sandboxed, whatever its preferences.
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (details) => {
      if (isAppUrl(details.url)) return;
      log('warn', 'window.navigation-refused', details.url);
      details.preventDefault();
    });
    contents.on('will-frame-navigate', (details) => {
      // The renderer has no frames. Electron raises this event for the top frame too.
      if (!details.isMainFrame) details.preventDefault();
    });
    contents.on('will-redirect', (details) => {
      if (!isOwnUrl(details.url)) details.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    // The CSP does not cover WebRTC, which could reach other machines despite the other refusals.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.setWindowOpenHandler((details) => {
      log('warn', 'window.open-refused', details.url);
      return { action: 'deny' };
    });
  });
}

/**
 * Refuses permissions, and every request that the app does not answer itself: the window has no network. The camera
 * is refused while the window is locked.
 */
export function hardenSession(log: Log, isLocked: () => boolean): void {
  const { defaultSession } = session;
  const isAllowed = (permission: string, kinds: readonly (string | undefined)[], url: string): boolean =>
    isAppUrl(url) && (ALLOWED_PERMISSIONS.has(permission) || (isCamera(permission, kinds) && !isLocked()));
  defaultSession.setPermissionRequestHandler((contents, permission, answer, details) => {
    const kinds = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    answer(isAllowed(permission, kinds, contents.getURL()));
  });
  defaultSession.setPermissionCheckHandler((_contents, permission, origin, { mediaType }) => {
    return isAllowed(permission, [mediaType], origin);
  });
  defaultSession.setDevicePermissionHandler(() => false);
  // Null refuses screen capture.
  defaultSession.setDisplayMediaRequestHandler(null);
  defaultSession.webRequest.onBeforeRequest((details, answer) => {
    const local = URL.canParse(details.url) && LOCAL_SCHEMES.has(new URL(details.url).protocol);
    const allowed = isOwnUrl(details.url) || local;
    if (!allowed) log('warn', 'window.request-refused', details.url);
    answer({ cancel: !allowed });
  });
}
