import { networkFaults, systemCode } from '../base/network/fault.ts';
import type { OperatorErrorCode, Sentness } from './operator-error.ts';

/**
 * THE table: what undici and Node call a failure, and what we call it. `sent` is not in it, because the same code means
 * different things before and after the first byte (ECONNRESET in a TLS handshake, or after writing): the transport saw
 * whether anything was written, and that decides.
 */
const codes: Readonly<Record<string, OperatorErrorCode>> = {
  ...networkFaults,

  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',

  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  EMFILE: 'unreachable',
  ENFILE: 'unreachable',

  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',

  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ENETRESET: 'reset',
  ENOTCONN: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',

  UND_ERR_ABORTED: 'aborted',
  UND_ERR_ABORT: 'aborted',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_CLOSED: 'aborted',

  UND_ERR_HEADERS_OVERFLOW: 'unreadable',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'unreadable',
  // undici's parser gives its error a name and, in some versions, no code.
  HTTPParserError: 'unreadable',

  // Our own fault: a header value or path that cannot be written. Never leaves.
  UND_ERR_INVALID_ARG: 'invalid',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'invalid',
  UND_ERR_NOT_SUPPORTED: 'invalid',

  CERT_HAS_EXPIRED: 'certificate',
  CERT_NOT_YET_VALID: 'certificate',
  CERT_REVOKED: 'certificate',
  CERT_REJECTED: 'certificate',
  CERT_UNTRUSTED: 'certificate',
  CERT_CHAIN_TOO_LONG: 'certificate',
  CERT_SIGNATURE_FAILURE: 'certificate',
  HOSTNAME_MISMATCH: 'certificate',
  INVALID_CA: 'certificate',
  INVALID_PURPOSE: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  ERR_TLS_CERT_ALTNAME_FORMAT: 'certificate',

  ERR_TLS_HANDSHAKE_TIMEOUT: 'tls',
  EPROTO: 'tls',
};

/** Families with too many members to list: OpenSSL's own codes, and the parser's complaints about what is no HTTP. */
const families: readonly (readonly [prefix: string, code: OperatorErrorCode])[] = [
  ['ERR_SSL_', 'tls'],
  ['ERR_TLS_', 'tls'],
  ['HPE_', 'unreadable'],
];

/** The error of a failed exchange. `written`: had anything of the request been put on a connection? */
export function classifyTransportFailure(
  error: unknown,
  written: boolean,
): { readonly code: OperatorErrorCode; readonly sent: Sentness; readonly detail: string } {
  const system = systemCode(error);
  const known =
    system === null
      ? undefined
      : (codes[system] ?? families.find(([prefix]) => system.startsWith(prefix))?.[1]);
  const code = known ?? 'reset';
  const message = error instanceof Error ? error.message : '';
  const detail = [system, message.replace(/\s+/g, ' ').trim()].filter(Boolean).join(': ').slice(0, 300);
  if (written) return { code, sent: 'maybe', detail };
  // A connection that breaks before anything was written was never a way to the operator.
  return { code: code === 'reset' ? 'unreachable' : code, sent: 'no', detail };
}
