import { describe, expect, it } from 'vitest';
import { maskDetails } from '../../electron/diagnostics/mask-details.ts';
import { faultOf } from '../../electron/diagnostics/describe-fault.ts';
import { maskSecrets } from '../../electron/ipc/mask.ts';
import { interpret, messageIn, readBody } from '../../electron/operator/answer.ts';
import { splitBaseAddress } from '../../electron/operator/base-address.ts';
import { maskText } from '../../electron/operator/masking.ts';
import { messageOf } from '../../electron/operator/operator-message.ts';
import { readRetryAfter } from '../../electron/operator/retry-after.ts';
import { listCustomers } from '../../electron/operator/endpoints/customers.ts';
import { worseThanLinear } from './growth.ts';

/** The operator, its gateway or a captive portal: any body, any header, any size. */

const repeated =
  (piece: string, end = '') =>
  (length: number) =>
    piece.repeat(Math.ceil(length / piece.length)) + end;

/** Texts that expressions with backtracking read in quadratic time or worse. */
const hostileTexts = {
  'one long word': repeated('a'),
  'one long word before a sign': repeated('a', ':'),
  'beginnings of a credential': repeated('token='),
  'quotes that never end': repeated(`token="x password='`),
  'beginnings of an address': repeated('a://'),
  'beginnings of a tag': repeated('<'),
  'titles that never end': (length: number) => `<html>${'<title'.repeat(length / 6)}`,
  'titles without an end tag': (length: number) => `<html>${'<title>'.repeat(length / 7)}`,
  'scripts that never end': (length: number) => `<html>${'<script>'.repeat(length / 8)}`,
  'end tags that never end': (length: number) => `<html><script>${'</script '.repeat(length / 9)}`,
  spaces: repeated(' ', 'x'),
  'line breaks': repeated('\n', 'x'),
  slashes: repeated('/', 'x'),
  dots: repeated('.', 'x'),
  'question marks': repeated('?', 'x'),
  digits: repeated('1', 'x'),
  'nested lists': (length: number) => '['.repeat(length / 2) + ']'.repeat(length / 2),
  'nested errors': (length: number) => '{"error":'.repeat(length / 10) + '1' + '}'.repeat(length / 10),
};

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
    expect(
      worseThanLinear((text) => {
        try {
          parse(text);
        } catch (cause) {
          // A refusal is fine; a stack overflow is not one.
          if (cause instanceof RangeError) throw cause;
        }
      }, make),
    ).toBeNull();
  });
});

describe('10,000 nested errors', () => {
  it('are an error of the table, without words', () => {
    const text = '{"error":'.repeat(10_000) + '"deep"' + '}'.repeat(10_000);
    const result = interpret(listCustomers(), answer(text, 'application/json'));
    expect(result).toMatchObject({ ok: false, error: { code: 'server-error', operatorMessage: null } });
  });
});
