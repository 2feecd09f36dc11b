import { describe, expect, it } from 'vitest';
import type { ContenderName } from '../../bench/relay/contender.ts';
import { medianBy, percentilesOf, type Percentiles } from '../../bench/relay/percentiles.ts';
import { judge, type Measured } from '../../bench/relay/targets.ts';
import { readAnswer } from '../../bench/relay/wire.ts';

const RELAYS = ['relay, SQLite', 'relay, PostgreSQL'] as const;
const flat = (milliseconds: number): Percentiles => ({
  p50: milliseconds,
  p95: milliseconds,
  p99: milliseconds,
  most: milliseconds,
});

const ingest = (name: ContenderName, perSecond: number, connections = 64) => ({
  name,
  connections,
  perSecond,
  latency: flat(5),
  serverMicroseconds: 100,
  loadBusy: 0.3,
});
const delivered = (name: ContenderName, laptops: number, milliseconds: number) => ({
  name,
  laptops,
  rounds: 10,
  oneCore: laptops === 1000,
  latency: flat(milliseconds),
  serverMicroseconds: 100,
  memory: {
    before: { now: 100, most: 100 },
    waiting: { now: 200, most: 200 },
    after: { now: 200, most: 250 },
  },
});

/** A run in which every target is just met; the bare handlers do 10,000 and 9,000 a second, `webhook` 4,500. */
const fine: Measured = {
  ingest: [
    ...RELAYS.map((name) => ingest(name, 4500)),
    ingest('bare node:http', 10_000),
    ingest('bare Fastify', 9000),
    ingest('Debian webhook', 4500),
  ],
  delivered: RELAYS.flatMap((name) => [delivered(name, 10, 10), delivered(name, 1000, 60)]),
  absent: [],
};
const withSlow = (changed: Measured['ingest'][number] | Measured['delivered'][number]): Measured => ({
  ...fine,
  ingest: fine.ingest.map((one) => ('loadBusy' in changed && one.name === changed.name ? changed : one)),
  delivered: fine.delivered.map((one) =>
    'laptops' in changed && one.name === changed.name && one.laptops === changed.laptops ? changed : one,
  ),
});
const missed = (measured: Measured) =>
  judge(measured)
    .filter(({ outcome }) => outcome === 'missed')
    .map(({ line }) => line);

describe('the relay bench', () => {
  it('judges each peer at the number of connections that suits it best', () => {
    const [sqlite] = RELAYS;
    const few = ingest(sqlite, 3000);
    const measured = (more: number): Measured => ({
      ...fine,
      ingest: [few, ingest(sqlite, more, 256), ...fine.ingest.filter(({ name }) => name !== sqlite)],
    });
    expect(missed(measured(4500))).toEqual([]);
    expect(missed(measured(4400))).toHaveLength(2);
  });

  it('is content when every target is just met, on both stores', () => {
    expect(judge(fine).map(({ outcome }) => outcome)).toEqual(Array.from({ length: 10 }, () => 'met'));
  });

  it('says which target is missed and by how much', () => {
    expect(missed(withSlow(delivered('relay, SQLite', 10, 12.5)))).toEqual([
      'relay, SQLite: ms from webhook to laptop, 10 waiting, p95: 12.5, at most 10: over by 2.5',
    ]);
    expect(missed(withSlow(delivered('relay, PostgreSQL', 1000, 300)))).toEqual([
      'relay, PostgreSQL: ms from webhook to laptop, 1000 waiting, p99: 300.0, at most 60: over by 240.0',
    ]);
    expect(missed(withSlow(ingest('Debian webhook', 5000)))).toEqual(
      RELAYS.map(
        (name) =>
          `${name}: durable webhooks as a multiple of Debian's webhook, which stores nothing: 0.90, at least 1: short by 0.10`,
      ),
    );
  });

  it('compares with the faster of the bare handlers', () => {
    expect(missed(withSlow(ingest('bare Fastify', 22_500)))).toEqual(
      RELAYS.map(
        (name) =>
          `${name}: durable webhooks as a share of the faster bare handler: 0.20, at least 0.45: short by 0.25`,
      ),
    );
  });

  it('names figures that could not be measured, and counts them as neither met nor missed', () => {
    const measured: Measured = {
      ingest: fine.ingest.filter(({ name }) => name !== 'Debian webhook' && name !== 'relay, PostgreSQL'),
      delivered: fine.delivered.filter(({ name }) => name !== 'relay, PostgreSQL'),
      absent: [
        { name: 'Debian webhook', missing: 'apt-get install webhook' },
        { name: 'relay, PostgreSQL', missing: 'apt-get install postgresql' },
      ],
    };
    const open = judge(measured).filter(({ outcome }) => outcome !== 'met');
    expect(open).toEqual([
      {
        outcome: 'not measured',
        line: "relay, SQLite: durable webhooks as a multiple of Debian's webhook, which stores nothing: not installed (apt-get install webhook)",
      },
      {
        outcome: 'not measured',
        line: 'all targets of relay, PostgreSQL: not installed (apt-get install postgresql)',
      },
    ]);
  });

  it('takes percentiles by nearest rank and the lower middle', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentilesOf(hundred)).toEqual({ p50: 50, p95: 95, p99: 99, most: 100 });
    expect(() => percentilesOf([])).toThrow('Nothing was measured.');
    expect(medianBy([9, 1, 5, 7], (value) => value)).toBe(5);
  });

  it('reads an answer only when all of it has come', () => {
    const whole = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfour';
    for (let length = 0; length < whole.length; length += 1) {
      expect(readAnswer(whole.slice(0, length))).toBeNull();
    }
    expect(readAnswer(whole)).toEqual({
      status: 200,
      head: 'HTTP/1.1 200 OK\r\nContent-Length: 4',
      body: 'four',
    });
    expect(readAnswer('HTTP/1.1 204 No Content\r\n\r\n')?.status).toBe(204);
    expect(() => readAnswer(`${whole}more`)).toThrow('More came than one answer.');
    expect(() => readAnswer('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')).toThrow(
      'without a length',
    );
  });
});
