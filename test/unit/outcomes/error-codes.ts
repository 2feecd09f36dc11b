import type { OperatorErrorCode } from '../../../electron/operator/operator-error.ts';

const all: Readonly<Record<OperatorErrorCode, true>> = {
  unreachable: true,
  dns: true,
  tls: true,
  certificate: true,
  untrusted: true,
  'proxy-login': true,
  'proxy-refused': true,
  'proxy-unreachable': true,
  timeout: true,
  reset: true,
  aborted: true,
  'login-refused': true,
  'token-unavailable': true,
  unauthorised: true,
  invalid: true,
  'not-found': true,
  'customer-gone': true,
  conflict: true,
  'content-type': true,
  'too-many': true,
  unavailable: true,
  'server-error': true,
  gateway: true,
  'unexpected-status': true,
  unreadable: true,
  intercepted: true,
  redirected: true,
};

/** Is this the name of an operator error? */
export function isErrorCode(name: string): name is OperatorErrorCode {
  return Object.hasOwn(all, name);
}

/** Every code there is; the compiler asks for a new one. */
export const errorCodes: readonly OperatorErrorCode[] = Object.keys(all).filter(isErrorCode);
