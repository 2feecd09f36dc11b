import { describe, expect, it } from 'vitest';
import { maskDetails } from '../../electron/diagnostics/mask-details.ts';
import { faultOf } from '../../electron/base/describe-fault.ts';
import { maskSecrets } from '../../electron/base/mask.ts';
import { interpret, messageIn, readBody } from '../../electron/operator/answer.ts';
import { splitBaseAddress } from '../../electron/operator/base-address.ts';
import { maskText } from '../../electron/operator/masking.ts';
import { messageOf } from '../../electron/operator/operator-message.ts';
import { readRetryAfter } from '../../electron/operator/retry-after.ts';
import { listCustomers } from '../../electron/operator/endpoints/customers.ts';
import { refusing, worseThanLinear } from './growth.ts';
import { hostileTexts } from './hostile-texts.ts';

/** The operator, its gateway or a captive portal: any body, any header, any size. */

const answer = (text: string, type: string, status = 500) => ({
  status,
  headers: { 'content-type': type },
  text,
  sentAt: 0,
  receivedAt: 0,
});

const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'an error page': (text) => messageIn(readBody(answer(text, 'text/html'))),
  'an error in JSON': (text) => messageIn(readBody(answer(text, 'application/json'))),
  'an error as a JSON string': (text) => messageOf(text),
  'a refusal of a read': (text) => interpret(listCustomers(), answer(text, 'text/html', 404)),
  'a page in place of an answer': (text) => interpret(listCustomers(), answer(text, 'text/html', 200)),
  'an answer in JSON': (text) => interpret(listCustomers(), answer(text, 'application/json', 200)),
  'a content type': (text) => readBody(answer('{}', text)),
  'a Retry-After header': (text) => readRetryAfter(text, text, 0),
  'secrets in a message': (text) => maskSecrets(text),
  'secrets in an answer': (text) => maskText(text, ['canary-secret']),
  'a line of a support bundle': (text) => maskDetails(text, new Set()),
  'a stack': (text) => faultOf('Error', `Error: x\n    at ${text}`),
  'a path in a stack': (text) => faultOf('Error', `Error: x\n    at f (/a${text}:1:1)`),
  'a base address': (text) => splitBaseAddress(`https://operator.example/${text.replaceAll('?', '/')}`),
};

describe.each(Object.entries(parsers))('reading %s', (_parser, parse) => {
  it.each(Object.entries(hostileTexts))('takes linear time for %s', (_text, make) => {
    expect(worseThanLinear(refusing(parse), make)).toBeNull();
  });
});

describe('10,000 nested errors', () => {
  it('are an error of the table, without words', () => {
    const text = '{"error":'.repeat(10_000) + '"deep"' + '}'.repeat(10_000);
    const result = interpret(listCustomers(), answer(text, 'application/json'));
    expect(result).toMatchObject({ ok: false, error: { code: 'server-error', operatorMessage: null } });
  });
});
