import { Server as TlsServer } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import { SECOND } from '../../shared/time.ts';
import { readTls, type TlsMaterial } from '../listening.ts';
import { Refusal } from '../refusal.ts';
import type { RelaySettings } from '../settings.ts';

/** How often the files are looked at. */
const LOOK_EVERY = 5 * SECOND;

export type Certificate = {
  /** Takes the files as they are now for every connection from now on. Where they do not fit, the old ones stay. */
  readonly reload: () => void;
  readonly end: () => void;
};

/**
 * Keeps the server's certificate that of the files, so that a renewal needs no restart.
 *
 * The contents are compared, not the times: a watch on the times takes its first look late on a busy machine, and a renewal
 * before that look would never be noticed.
 *
 * @param used what the server was started with; null for plain HTTP.
 */
export function freshCertificate(
  settings: Pick<RelaySettings, 'tls'>,
  used: TlsMaterial | null,
  server: unknown,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Certificate {
  if (used === null || !(server instanceof TlsServer))
    return { reload: () => undefined, end: () => undefined };
  let shown = used;
  let isRefused = false;
  const look = (isAsked: boolean): void => {
    try {
      const material = readTls(settings);
      isRefused = false;
      if (material === null) return;
      if (!isAsked && shown.cert.equals(material.cert) && shown.key.equals(material.key)) return;
      server.setSecureContext(material);
      shown = material;
      log.info('certificate read again');
    } catch (reason) {
      // Between the renewal of one file and of the other they do not fit: the next look finds them both.
      if (!(reason instanceof Refusal)) throw reason;
      if (isAsked || !isRefused) log.error('the certificate files cannot be used: the old certificate stays');
      isRefused = true;
    }
  };
  const timer = setInterval(() => look(false), LOOK_EVERY);
  timer.unref();
  return { reload: () => look(true), end: () => clearInterval(timer) };
}
