import { errors } from 'undici';
import { describe, expect, test } from 'vitest';
import { classifyTransportFailure } from '../../../electron/operator/transport.ts';

/** Node's way: an Error with a code. */
const coded = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

describe('before anything was written, every failure means: not sent', () => {
  test.each([
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['EAI_FAIL', 'dns'],
    ['ECONNREFUSED', 'unreachable'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ENETUNREACH', 'unreachable'],
    ['ENETDOWN', 'unreachable'],
    ['EADDRNOTAVAIL', 'unreachable'],
    ['EMFILE', 'unreachable'],
    ['ETIMEDOUT', 'timeout'],
    ['ECONNRESET', 'unreachable'],
    ['EPIPE', 'unreachable'],
    ['CERT_HAS_EXPIRED', 'certificate'],
    ['CERT_NOT_YET_VALID', 'certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'untrusted'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
    ['PROXY_LOGIN', 'proxy-login'],
    ['PROXY_REFUSED', 'proxy-refused'],
    ['PROXY_UNREACHABLE', 'proxy-unreachable'],
    ['EPROTO', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls'],
    ['ERR_TLS_HANDSHAKE_TIMEOUT', 'tls'],
    ['SOMETHING_NEW', 'unreachable'],
  ])('%s: %s', (system, code) => {
    expect(classifyTransportFailure(coded(system), false)).toMatchObject({ code, sent: 'no' });
  });
});

describe('after the first byte every failure means: may have arrived', () => {
  test.each([
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['ETIMEDOUT', 'timeout'],
    // TLS 1.3 tells a client that its certificate is missing only after the client has begun to write.
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls'],
    ['HPE_INVALID_CONSTANT', 'unreadable'],
    ['SOMETHING_NEW', 'reset'],
  ])('%s: %s', (system, code) => {
    expect(classifyTransportFailure(coded(system), true)).toMatchObject({ code, sent: 'maybe' });
  });
});

describe('the errors of undici', () => {
  test.each([
    [new errors.ConnectTimeoutError(), 'timeout'],
    [new errors.HeadersTimeoutError(), 'timeout'],
    [new errors.BodyTimeoutError(), 'timeout'],
    [new errors.HeadersOverflowError(), 'unreadable'],
    [new errors.ResponseExceededMaxSizeError(), 'unreadable'],
    [new errors.HTTPParserError(), 'unreadable'],
    [new errors.SocketError(), 'reset'],
    [new errors.ResponseContentLengthMismatchError(), 'reset'],
    [new errors.RequestAbortedError(), 'aborted'],
    [new errors.ClientDestroyedError(), 'aborted'],
    [new errors.ClientClosedError(), 'aborted'],
    [new errors.InvalidArgumentError(), 'invalid'],
    [new errors.RequestContentLengthMismatchError(), 'invalid'],
    [new errors.NotSupportedError(), 'invalid'],
  ])('%s', (error, code) => {
    expect(classifyTransportFailure(error, true)).toMatchObject({ code, sent: 'maybe' });
  });

  test('every class of error that undici exports for plain requests is in the table', () => {
    // Not for plain HTTP/1.1 requests: proxies, pools of many origins, retry and redirect layers, WebSocket, parents.
    const elsewhere = new Set([
      'UndiciError',
      'AbortError',
      'BalancedPoolMissingUpstreamError',
      'InformationalError',
      'InvalidReturnValueError',
      'MaxOriginsReachedError',
      'MaxRedirectsError',
      'MessageSizeExceededError',
      'ProxyConnectionError',
      'RequestRetryError',
      'ResponseError',
      'ResponseStatusCodeError',
      'SecureProxyConnectionError',
      'Socks5ProxyError',
      'WebAssemblyNotSupportedError',
    ]);
    const known = new Set(
      [
        errors.ConnectTimeoutError,
        errors.HeadersTimeoutError,
        errors.BodyTimeoutError,
        errors.HeadersOverflowError,
        errors.ResponseExceededMaxSizeError,
        errors.HTTPParserError,
        errors.SocketError,
        errors.ResponseContentLengthMismatchError,
        errors.RequestAbortedError,
        errors.ClientDestroyedError,
        errors.ClientClosedError,
        errors.InvalidArgumentError,
        errors.RequestContentLengthMismatchError,
        errors.NotSupportedError,
      ].map(({ name }) => name),
    );
    const strangers = Object.keys(errors).filter((name) => !known.has(name) && !elsewhere.has(name));
    expect(strangers).toEqual([]);
  });
});

test('a connect to several addresses is named by its attempts, a wrapper by its cause', () => {
  const attempts = new AggregateError([coded('ECONNREFUSED'), coded('EHOSTUNREACH')]);
  expect(classifyTransportFailure(attempts, false).code).toBe('unreachable');
  const wrapped = new Error('fetch failed', { cause: coded('ENOTFOUND') });
  expect(classifyTransportFailure(wrapped, false)).toMatchObject({ code: 'dns', sent: 'no' });
});

test('the detail is one bounded line that names the system code', () => {
  const { detail } = classifyTransportFailure(
    Object.assign(new Error(`a\n  b ${'x'.repeat(999)}`), { code: 'ECONNRESET' }),
    true,
  );
  expect(detail).toMatch(/^ECONNRESET: a b x+$/);
  expect(detail.length).toBeLessThanOrEqual(300);
});
