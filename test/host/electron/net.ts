import { EventEmitter } from 'node:events';
import { type ClientRequest, request as askHttp, type RequestOptions } from 'node:http';
import { request as askHttps } from 'node:https';

/** Electron's own client as electron-updater uses it, over Node's. Redirects are reported, not followed. */
export const net = {
  request: ({
    session: _session,
    ...options
  }: RequestOptions & { readonly session?: unknown }): ClientRequest => {
    const asked = options.protocol === 'https:' ? askHttps(options) : askHttp(options);
    return Object.assign(asked, { abort: () => asked.destroy() });
  },
};

/** macOS's own updater: not here. */
export const autoUpdater = Object.assign(new EventEmitter(), { checkForUpdates: (): void => undefined });
