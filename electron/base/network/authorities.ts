import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';

/*
 * The authorities of this machine and of the app. Reading the system's store and some hundred certificates takes 50 ms
 * to half a second, so a thread does it. This file is all that the thread loads.
 */

/** An authority that ships with the app, under its subject. */
export interface ShippedAuthority {
  readonly subject: string;
  readonly fingerprint: string;
  readonly pem: string;
}

export interface Authorities {
  /**
   * All in PEM form, each once: those of the app, of NODE_EXTRA_CA_CERTS where it is honoured (headless), and of the
   * system.
   */
  readonly all: readonly string[];
  readonly shipped: readonly ShippedAuthority[];
  /** Why the system's store cannot be read; null = it was read. */
  readonly fault: string | null;
}

/** Reads the authorities on this thread. */
export function readAuthoritiesHere(): Authorities {
  const bundled = getCACertificates('bundled');
  const { system, fault } = readSystem();
  const all = [...getCACertificates('default'), ...bundled, ...system];
  // Stores hold the same certificate with other line breaks.
  const once = new Map(all.map((pem) => [pem.replace(/-----[A-Z ]+-----|\s/g, ''), pem]));
  return { all: [...once.values()], shipped: bundled.map(shippedAuthorityOf), fault };
}

/** The authority with this certificate. */
export function shippedAuthorityOf(pem: string): ShippedAuthority {
  const { subject, fingerprint256: fingerprint } = new X509Certificate(pem);
  return { subject: nameOf(subject), fingerprint, pem };
}

function readSystem(): { readonly system: readonly string[]; readonly fault: string | null } {
  try {
    return { system: getCACertificates('system'), fault: null };
  } catch (cause) {
    return { system: [], fault: String(cause) };
  }
}

/** The name of a subject or an issuer for a comparison: certificates may write it in other letters and spaces. */
export const nameOf = (name: string): string => name.replaceAll(/\s+/g, ' ').trim().toLowerCase();
