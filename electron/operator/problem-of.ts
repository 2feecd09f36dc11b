import { makeProblem, type Problem, type ProblemCode } from '../../shared/problem.ts';
import type { OperatorError, OperatorErrorCode } from './operator-error.ts';

const codes: Readonly<Record<OperatorErrorCode, ProblemCode>> = {
  unreachable: 'operator-unreachable',
  dns: 'operator-unreachable',
  tls: 'operator-insecure',
  certificate: 'operator-insecure',
  untrusted: 'certificate-untrusted',
  'proxy-login': 'proxy-login-needed',
  'proxy-refused': 'proxy-refused',
  'proxy-unreachable': 'proxy-unreachable',
  timeout: 'operator-timeout',
  reset: 'operator-interrupted',
  aborted: 'operator-interrupted',
  'login-refused': 'operator-login-refused',
  'token-unavailable': 'operator-login-unavailable',
  unauthorised: 'operator-unauthorised',
  invalid: 'operator-rejected',
  'content-type': 'operator-rejected',
  'not-found': 'operator-not-found',
  'customer-gone': 'customer-not-visible',
  conflict: 'operator-conflict',
  'too-many': 'operator-busy',
  unavailable: 'operator-busy',
  'server-error': 'operator-failing',
  gateway: 'operator-failing',
  'unexpected-status': 'operator-failing',
  unreadable: 'operator-unreadable',
  intercepted: 'operator-intercepted',
  redirected: 'operator-redirected',
};

/** The problem of a failed call: our sentence by code, the operator's own words kept beside it. */
export function problemOf(error: OperatorError): Problem {
  return makeProblem(
    codes[error.code],
    error.status === null ? {} : { status: error.status },
    error.operatorMessage ?? error.detail,
  );
}
