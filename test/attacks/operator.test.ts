import { describe, expect, it } from 'vitest';
import { interpret, messageIn, readBody, messageOf } from '../../electron/operator/answer.ts';
import { splitBaseAddress } from '../../electron/operator/request.ts';
import { maskText } from '../../electron/operator/operator-error.ts';
import { listCustomers } from '../../electron/operator/endpoints/groups-and-users.ts';
import { refusing, worseThanLinear } from './growth.ts';
import { surroundings } from '../integration/headless/surroundings.ts';
import { wholeJob } from '../integration/headless/the-job.ts';
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
  'secrets in an answer': (text) => maskText(text, ['canary-secret']),
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

describe('a headless run whose operator answers each request with 900 KB of HTML', () => {
  const page = Object.values(hostileTexts)
    .map((make) => make(50_000))
    .join('\n')
    .slice(0, 900_000);
  const answered = async (context: Parameters<typeof surroundings>[0], timeoutSeconds: number) => {
    const place = await surroundings(context);
    place.operator.faults.add({
      count: 'all',
      effect: { kind: 'status', status: 500, html: true, body: page },
    });
    return place.run(['--job', place.jobFile(wholeJob), '--timeout', String(timeoutSeconds)]);
  };

  it('gives up after the time set', async (context) => {
    const run = await answered(context, 8);
    const { code, lines } = await run.ended;
    expect({ code, end: lines.at(-1) }).toMatchObject({ code: 4, end: { because: 'gave-up-waiting' } });
  });

  it('ends at SIGTERM', async (context) => {
    const run = await answered(context, 600);
    await run.line(({ event }) => event === 'waiting');
    run.child.kill('SIGTERM');
    const { code, signal, lines } = await run.ended;
    expect({ code, signal, end: lines.at(-1) }).toMatchObject({
      code: 4,
      signal: null,
      end: { because: 'stopped' },
    });
  });
});
