import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/*
 * The authorities of this machine and of the app. Reading the system's store and some hundred certificates takes 50 ms
 * to half a second, so a thread does it.
 */

const shippedAuthority = z.object({ subject: z.string(), fingerprint: z.string(), pem: z.string() });
/** An authority that ships with the app, under its subject. */
export type ShippedAuthority = z.infer<typeof shippedAuthority>;

const authorities = z.object({
  /** All in PEM form, each once: those of the app, of NODE_EXTRA_CA_CERTS where it is honoured (headless), of the system. */
  all: z.array(z.string()),
  shipped: z.array(shippedAuthority),
  /** Why the system's store cannot be read; null = it was read. */
  fault: z.string().nullable(),
});
type Authorities = z.infer<typeof authorities>;

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

/** The thread's file has the same extension as this one: `.ts` in development, `.js` in the build. */
const fileOfThread = import.meta.url.endsWith('.ts') ? 'authorities-thread.ts' : 'authorities-thread.js';

/** Reads the authorities on a thread that ends with its answer. Rejects where the thread cannot work. */
export async function readAuthoritiesAside(): Promise<Authorities> {
  const thread = new Worker(new URL(fileOfThread, import.meta.url));
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  thread.once('message', resolve);
  thread.once('error', reject);
  thread.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
  return authorities.parse(await promise);
}
