import { expect, test } from 'vitest';
import { relayActProblemOf, relayError, relayProblemOf } from '../../../electron/relay/relay-error.ts';

test.each([
  [relayError('unreachable', 'ECONNREFUSED'), 'relay-unreachable', 'ECONNREFUSED'],
  [relayError('failing', 'stopping', { status: 503 }), 'relay-unreachable', 'HTTP 503 stopping'],
  [relayError('refused', '', { status: 401 }), 'relay-refused', 'HTTP 401'],
  [relayError('wrong-customer', '', { status: 403 }), 'relay-wrong-customer', 'HTTP 403'],
  [relayError('unreadable', 'a page', { status: 200 }), 'relay-unreadable', 'HTTP 200 a page'],
  [relayError('aborted', 'given up'), 'cancelled', null],
])('%o is reported as %s', (error, code, raw) => {
  expect(relayProblemOf(error)).toEqual({ code, params: {}, raw });
});

test('a failed act of a person is not said to be tried again', () => {
  for (const code of ['unreachable', 'failing'] as const) {
    expect(relayActProblemOf(relayError(code, 'cut')).code).toBe('relay-not-reached');
  }
  expect(relayActProblemOf(relayError('unreachable', '', { fault: 'untrusted' })).code).toBe(
    'certificate-untrusted',
  );
  expect(relayActProblemOf(relayError('refused', '')).code).toBe('relay-refused');
});
