import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import {
  createSecureContext,
  type DetailedPeerCertificate,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { ConnectionFacts } from '../../../shared/domain/profile.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { type Authorities, nameOf, readAuthoritiesHere, type ShippedAuthority } from './authorities.ts';

/** The authorities that certificates are verified against. */
interface Trusted {
  readonly secureContext: SecureContext;
  /** TLS version and issuer of a connection, and whether its authority ships with the app. */
  readonly read: (socket: TLSSocket) => NonNullable<ConnectionFacts['tls']>;
}

/** Reads the authorities at the first connection. */
export type Trust = () => Promise<Trusted>;

/** Upper bound of a PEM file: a few certificates are expected, and a whole store has some hundred kilobytes. */
const MOST_BYTES = 2 * 1024 * 1024;
const BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const LONGEST_CHAIN = 10;

/** Reads the certificates of a PEM file. An error is a reason that is appended to the file's name. */
export function readAuthorities(file: string): Result<readonly string[], string> {
  try {
    if (statSync(file).size > MOST_BYTES) return err('must not be larger than 2 MiB');
    const found = readFileSync(file, 'latin1').match(BLOCK) ?? [];
    const readable = found.map((one) => new X509Certificate(one));
    return readable.length === 0 ? err('must hold certificates in PEM form') : ok(found);
  } catch {
    return err('must be a readable file of certificates in PEM form');
  }
}

const readAside: z.ZodType<Authorities> = z.object({
  all: z.array(z.string()),
  shipped: z.array(z.object({ subject: z.string(), fingerprint: z.string(), pem: z.string() })),
  fault: z.string().nullable(),
});

/** The thread's file has the same extension as this one: `.ts` in development, `.js` in the build. */
const fileOfThread = import.meta.url.endsWith('.ts') ? 'authorities-thread.ts' : 'authorities-thread.js';

/** Reads the authorities on a thread that ends with its answer. Rejects where the thread cannot work. */
async function readAuthoritiesAside(): Promise<Authorities> {
  const thread = new Worker(new URL(fileOfThread, import.meta.url));
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
  return readAside.parse(await promise);
}

/** The authorities that ship with the app, those of the system, and `more`. */
export function createTrust(more: readonly string[], report: (cause: unknown) => void): Trust {
  let made: Promise<Trusted> | null = null;
  const make = async (): Promise<Trusted> => {
    const authorities = await readAuthoritiesAside().catch((cause: unknown) => {
      report(cause);
      return readAuthoritiesHere();
    });
    if (authorities.fault !== null) report(authorities.fault);
    const isShipped = shippedAmong(authorities.shipped);
    return {
      secureContext: createSecureContext({ ca: [...authorities.all, ...more] }),
      read: (socket) => ({
        version: (socket.getProtocol() ?? '').replace(/^TLSv/, 'TLS '),
        issuer: issuerOf(socket.getPeerCertificate()),
        inspected: !chainOf(socket.getPeerCertificate(true)).some(isShipped),
      }),
    };
  };
  return () =>
    (made ??= make().catch((cause: unknown) => {
      made = null;
      throw cause;
    }));
}

/** Whether a certificate is an authority that ships with the app, or one has signed it. */
export function shippedAmong(
  shipped: readonly ShippedAuthority[],
): (certificate: X509Certificate) => boolean {
  const fingerprints = new Set(shipped.map(({ fingerprint }) => fingerprint));
  const bySubject = Map.groupBy(shipped, ({ subject }) => subject);
  return (certificate) =>
    fingerprints.has(certificate.fingerprint256) ||
    (bySubject.get(nameOf(certificate.issuer)) ?? []).some(({ pem }) => {
      const authority = new X509Certificate(pem);
      return certificate.checkIssued(authority) && certificate.verify(authority.publicKey);
    });
}

function chainOf(first: DetailedPeerCertificate): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  let next: DetailedPeerCertificate | undefined = first;
  while (next?.raw !== undefined && chain.length < LONGEST_CHAIN) {
    const certificate = new X509Certificate(next.raw);
    if (chain.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) break;
    chain.push(certificate);
    next = next.issuerCertificate;
  }
  return chain;
}

/** The issuer's organisation, else its common name, as one line. The text is foreign input. */
function issuerOf({ issuer }: { readonly issuer?: { readonly O?: unknown; readonly CN?: unknown } }): string {
  const name = [issuer?.O, issuer?.CN].flat().find((part) => typeof part === 'string' && part.trim() !== '');
  return typeof name === 'string'
    ? name
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
        .slice(0, 200)
        .toWellFormed()
    : '';
}
