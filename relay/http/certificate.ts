import { unwatchFile, watchFile } from 'node:fs';
import { Server as TlsServer } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import { SECOND } from '../../shared/time.ts';
import { readTls } from '../listening.ts';
import { Refusal } from '../refusal.ts';
import type { RelaySettings } from '../settings.ts';

/** How often the files are looked at. */
const LOOK_EVERY = 5 * SECOND;

export type Certificate = {
  /** Takes the files as they are now for every connection from now on. Where they do not fit, the old ones stay. */
  readonly reload: () => void;
  readonly end: () => void;
};

/** Keeps the server's certificate that of the files, so that a renewal needs no restart. */
export function freshCertificate(
  settings: Pick<RelaySettings, 'tls'>,
  server: unknown,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Certificate {
  const { tls } = settings;
  if (tls === null || !(server instanceof TlsServer))
    return { reload: () => undefined, end: () => undefined };
  const reload = (): void => {
    try {
      const material = readTls(settings);
      if (material === null) return;
      server.setSecureContext(material);
      log.info('certificate read again');
    } catch (reason) {
      // Between the renewal of one file and of the other they do not fit: the next look finds them both.
      if (!(reason instanceof Refusal)) throw reason;
      log.error('the certificate files cannot be used: the old certificate stays');
    }
  };
  for (const file of [tls.certFile, tls.keyFile]) {
    watchFile(file, { interval: LOOK_EVERY, persistent: false }, reload);
  }
  return {
    reload,
    end: () => {
      for (const file of [tls.certFile, tls.keyFile]) unwatchFile(file, reload);
    },
  };
}
