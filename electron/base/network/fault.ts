import { z } from 'zod';

/**
 * Connection failures before the first byte of a request: nothing was sent.
 *
 * - `untrusted`: the certificate's authority is known neither to the app nor to this laptop.
 * - `proxy-login`: a proxy asks for a login.
 * - `proxy-refused`: a proxy refuses connections to this address.
 * - `proxy-unreachable`: no proxy of the list answers.
 */
export type NetworkFault = 'untrusted' | 'proxy-login' | 'proxy-refused' | 'proxy-unreachable';

/** The error codes under which undici, Node and this folder report these failures. */
export const networkFaults = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  PROXY_LOGIN: 'proxy-login',
  PROXY_REFUSED: 'proxy-refused',
  PROXY_UNREACHABLE: 'proxy-unreachable',
} as const satisfies Readonly<Record<string, NetworkFault>>;

const byCode = new Map<string, NetworkFault>(Object.entries(networkFaults));

/** A proxy did not open a connection. The error names the proxy, never its login. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: 'PROXY_LOGIN' | 'PROXY_REFUSED' | 'PROXY_UNREACHABLE';
  constructor(code: ProxyError['code'], says: string, cause?: unknown) {
    super(says, { cause });
    this.code = code;
  }
}

const coded = z.object({ code: z.string() });

/** The system's error code, searched in the error's causes and in the attempts of a connect to several addresses. */
export function systemCode(error: unknown, depth = 0): string | null {
  const parsed = coded.safeParse(error);
  if (parsed.success) return parsed.data.code;
  if (depth > 3 || !(error instanceof Error)) return null;
  if (error instanceof AggregateError) {
    const attempts: readonly unknown[] = error.errors;
    return attempts.map((attempt) => systemCode(attempt, depth + 1)).find((code) => code !== null) ?? null;
  }
  return systemCode(error.cause, depth + 1) ?? (error.name === 'Error' ? null : error.name);
}

/** The network fault behind a failed connection; null = none of these. */
export function networkFaultOf(error: unknown): NetworkFault | null {
  return byCode.get(systemCode(error) ?? '') ?? null;
}
