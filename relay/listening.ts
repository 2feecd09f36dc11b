import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { Refusal } from './command-line.ts';
import type { RelaySettings } from './settings.ts';
import { Server as TlsServer } from 'node:https';
import type { FastifyBaseLogger } from 'fastify';
import { SECOND } from '../shared/time.ts';

export type TlsMaterial = { readonly cert: Buffer; readonly key: Buffer };

/**
 * The certificate and key of the settings, loaded once as a test; null for plain HTTP.
 *
 * @throws Refusal when a file cannot be read or the two do not match.
 */
export function readTls({ tls }: Pick<RelaySettings, 'tls'>): TlsMaterial | null {
  if (tls === null) return null;
  const material = {
    cert: readNamedFile('RELAY_TLS_CERT', tls.certFile),
    key: readNamedFile('RELAY_TLS_KEY', tls.keyFile),
  };
  try {
    createSecureContext(material);
  } catch {
    throw new Refusal('RELAY_TLS_CERT and RELAY_TLS_KEY are not a certificate and its key in PEM form.');
  }
  return material;
}

function readNamedFile(variable: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new Refusal(`${variable} names a file that cannot be read: ${file}.`);
  }
}

/** Turns a listen error into a refusal where the settings caused it; any other error is returned unchanged. */
export function listenRefusal({ host, port }: RelaySettings, reason: unknown): unknown {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new Refusal(
        `Port ${port} on ${host} is already in use: stop the other program or set RELAY_PORT.`,
      );
    case 'EACCES':
      return new Refusal(`Port ${port} on ${host} is not open to this account: set another RELAY_PORT.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Refusal(`RELAY_HOST ${host} is not an address of this machine.`);
    default:
      return reason;
  }
}

/** The base address for clients: the host from the settings, and the actual port. */
export function baseAddress(
  { host, port, tls }: RelaySettings,
  listening: AddressInfo | string | null,
): string {
  const given = listening !== null && typeof listening === 'object' ? listening.port : port;
  return `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${given}`;
}

/** Polling interval of the certificate files. */
const CHECK_EVERY = 5 * SECOND;

type Certificate = {
  /** Uses the current files for every new connection. If they do not match, the old certificate stays. */
  readonly reload: () => void;
  readonly end: () => void;
};

/**
 * Keeps the server's certificate equal to that of the files, so that a renewal needs no restart.
 *
 * The contents are compared instead of the times: a file watcher may start late on a busy machine and miss a
 * renewal.
 *
 * @param used the certificate with which the server was started; null for plain HTTP.
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
  const check = (isAsked: boolean): void => {
    try {
      const material = readTls(settings);
      isRefused = false;
      if (material === null) return;
      if (!isAsked && shown.cert.equals(material.cert) && shown.key.equals(material.key)) return;
      server.setSecureContext(material);
      shown = material;
      log.info('certificate read again');
    } catch (reason) {
      // The files do not match while a renewal has replaced only one of them; the next poll finds both.
      if (!(reason instanceof Refusal)) throw reason;
      if (isAsked || !isRefused) log.error('the certificate files cannot be used: the old certificate stays');
      isRefused = true;
    }
  };
  const timer = setInterval(() => check(false), CHECK_EVERY);
  timer.unref();
  return { reload: () => check(true), end: () => clearInterval(timer) };
}
