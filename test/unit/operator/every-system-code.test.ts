import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type OperatorErrorCode,
  problemOf,
  operatorError,
} from '../../../electron/operator/operator-error.ts';
import { classifyTransportFailure } from '../../../electron/operator/transport.ts';

/** Every failure undici, Node and OpenSSL have a name for, by what it means; written down here a second time. */
const meaning = {
  dns: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'],
  unreachable: [
    'ECONNREFUSED',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'EADDRNOTAVAIL',
    'EACCES',
    'EPERM',
    'EMFILE',
    'ENFILE',
  ],
  timeout: ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'],
  reset: [
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ENETRESET',
    'ENOTCONN',
    'UND_ERR_SOCKET',
    'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  ],
  aborted: ['UND_ERR_ABORTED', 'UND_ERR_ABORT', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED'],
  unreadable: ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_EXCEEDED_MAX_SIZE', 'HTTPParserError'],
  invalid: ['UND_ERR_INVALID_ARG', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', 'UND_ERR_NOT_SUPPORTED'],
  untrusted: [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ],
  'proxy-login': ['PROXY_LOGIN'],
  'proxy-refused': ['PROXY_REFUSED'],
  'proxy-unreachable': ['PROXY_UNREACHABLE'],
  certificate: [
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'CERT_REVOKED',
    'CERT_REJECTED',
    'CERT_UNTRUSTED',
    'CERT_CHAIN_TOO_LONG',
    'CERT_SIGNATURE_FAILURE',
    'HOSTNAME_MISMATCH',
    'INVALID_CA',
    'INVALID_PURPOSE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_TLS_CERT_ALTNAME_FORMAT',
  ],
  tls: ['ERR_TLS_HANDSHAKE_TIMEOUT', 'EPROTO'],
} as const satisfies Partial<Record<OperatorErrorCode, readonly string[]>>;

const root = join(import.meta.dirname, '../../..');
const sentences = z.object({
  problems: z.record(z.string(), z.object({ says: z.string().min(1), next: z.string().min(1) })),
});
const locales = readdirSync(join(root, 'resources/locales')).map((file) =>
  sentences.parse(JSON.parse(readFileSync(join(root, 'resources/locales', file), 'utf8'))),
);

const rows = Object.entries(meaning).flatMap(([code, names]) => names.map((name) => [name, code] as const));
const failedWith = (code: string) => Object.assign(new Error('failed'), { code });

test.each(rows)('%s means %s, sent or not by whether anything was written', (name, code) => {
  // A connection that breaks before the first byte was never a way to the operator.
  const before = code === 'reset' ? 'unreachable' : code;
  expect(classifyTransportFailure(failedWith(name), false)).toMatchObject({ code: before, sent: 'no' });
  expect(classifyTransportFailure(failedWith(name), true)).toMatchObject({ code, sent: 'maybe' });
});

test.each(rows)('%s has a plain sentence and a next step in every language', (name) => {
  for (const written of [false, true]) {
    const { code, sent } = classifyTransportFailure(failedWith(name), written);
    const problem = problemOf(operatorError({ code, sent, endpoint: 'cars.create' }));
    expect(locales.filter(({ problems }) => problems[problem.code] === undefined)).toEqual([]);
  }
  expect(locales.length).toBeGreaterThan(1);
});

test('every name of the table is here', () => {
  const tables = [
    ['electron/operator/transport.ts', /^const codes\b[^]*?^\};/m],
    ['electron/base/network/fault.ts', /^export const networkFaults\b[^]*?^\}/m],
  ] as const;
  const inTables = tables.flatMap(([file, table]) => {
    const text = table.exec(readFileSync(join(root, file), 'utf8'))?.[0] ?? '';
    return [...text.matchAll(/^ {2}(\w+): '/gm)].map(([, name]) => name);
  });
  expect(new Set(inTables)).toEqual(new Set(rows.map(([name]) => name)));
});
