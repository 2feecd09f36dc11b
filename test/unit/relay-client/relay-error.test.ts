import { expect, test } from 'vitest';
import { relayError, relayProblemOf } from '../../../electron/relay/relay-error.ts';

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
