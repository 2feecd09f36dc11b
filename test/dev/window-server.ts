import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { createServer as createVite, mergeConfig, type Plugin, type UserConfig } from 'vite';
import { NONCE_PLACE } from '../../electron/shell/served-pages.ts';
import { projectRoot } from '../host/electron/settings.ts';

const LOOPBACK = '127.0.0.1';

/** Vite serves JSON as a JavaScript module, which a browser refuses under the import attribute that Node requires. */
const jsonAsModule: Plugin = {
  name: 'boxwright:json-as-module',
  enforce: 'pre',
  transform: (code) => code.replaceAll(/, \{ with: \{ type: 'json' \} \}/g, ''),
};

/** Vite's development server, on a free loopback port. */
export interface WindowServer {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/**
 * Serves the window's sources as modules. The app alone asks it (`replaced/protocol.ts`); the page holds a socket to it, over
 * which changed modules are announced.
 */
export async function startWindowServer(config: UserConfig, cacheDir: string): Promise<WindowServer> {
  const http = createServer();
  http.listen(0, LOOPBACK);
  await once(http, 'listening');
  const { port } = portOf(http.address());
  const vite = await createVite({
    ...mergeConfig(config, {
      plugins: [jsonAsModule],
      appType: 'spa',
      cacheDir,
      clearScreen: false,
      logLevel: 'warn',
      html: { cspNonce: NONCE_PLACE },
      server: {
        middlewareMode: true,
        cors: false,
        hmr: { server: http, protocol: 'ws', host: LOOPBACK, clientPort: port },
        // A package may be a link into another checkout.
        fs: { allow: [projectRoot, dirname(realpathSync(join(projectRoot, 'node_modules/vite')))] },
      },
    } satisfies UserConfig),
    configFile: false,
  });
  http.on('request', vite.middlewares);
  return {
    origin: `http://${LOOPBACK}:${port}`,
    stop: async () => {
      await vite.close();
      http.closeAllConnections();
      http.close();
    },
  };
}

function portOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the window server has no port');
  return address;
}
