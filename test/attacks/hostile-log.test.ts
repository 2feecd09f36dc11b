import { expect, it, onTestFinished, describe } from 'vitest';
import { createRelayAsking } from '../../electron/supervision/read-logs.ts';
import { countStale } from '../../electron/db/tables/supervision/jobs.ts';
import { createRelayClient } from '../../electron/relay/client.ts';
import { customerId, jobId } from '../../shared/ids.ts';
import type { RelayMe } from '../../shared/relay/access.ts';
import { LOG_CHAIN_START, logChainId, type LogEntry } from '../../shared/relay/log.ts';
import { REDACTION, redactionText } from '../../shared/relay/removals.ts';
import { answeringServer } from '../integration/relay-client/answering-server.ts';
import { chainOf, JOB, uuid } from '../integration/relay/log-chain.ts';
import { CUSTOMER } from '../integration/relay/webhooks.ts';
import { openCopies } from '../integration/supervision/copies.ts';
import { machineClock } from '../unit/relay-client/manual-clock.ts';

/** A log that a laptop or the relay made to stop supervisors: one bad entry, page or job stops nothing else. */

const CHAIN = logChainId.parse(uuid('c', 1));
const OTHER = logChainId.parse(uuid('c', 2));
const OTHER_JOB = jobId.parse(uuid('a', 9));

function copies(reported: unknown[] = []) {
  const open = openCopies((cause) => reported.push(cause));
  onTestFinished(open.close);
  return open;
}

describe('a supervisor’s laptop', () => {
  it('reads a log whose entries have the names of Object.prototype as types and facts', async () => {
    const names = Object.getOwnPropertyNames(Object.prototype);
    const data = `{${names.map((name) => `${JSON.stringify(name)}:{"polluted":true}`).join(',')}}`;
    const there = copies();
    there.take(
      CHAIN,
      'Bay 1',
      chainOf(names.length, (n) => ({ type: names[n - 1] ?? '', data })),
    );
    await there.settle();
    expect(there.rows()).toHaveLength(1);
    expect(there.chains()).toMatchObject([{ entries: names.length, fault: null }]);
  });

  it('keeps the other entries of a page where one cannot be kept', async () => {
    const reported: unknown[] = [];
    const there = copies(reported);
    there.database.sqlite.exec(
      `CREATE TEMP TRIGGER bad BEFORE INSERT ON main.entry WHEN NEW.number = 3 BEGIN SELECT RAISE(ABORT, 'bad'); END`,
    );
    there.take(CHAIN, 'Bay 1', chainOf(5));
    await there.settle();
    expect(reported).toHaveLength(1);
    expect(there.rows()).toHaveLength(1);
    // The gap is a fault of the log, which the supervisor sees.
    expect(there.chains()).toMatchObject([{ entries: 4, fault: { number: 3 } }]);
  });

  it('puts the other jobs together where one cannot be', async () => {
    const reported: unknown[] = [];
    const there = copies(reported);
    there.take(
      CHAIN,
      'Bay 1',
      chainOf(4, (n) => ({ jobId: n % 2 === 0 ? jobId.parse(JOB) : OTHER_JOB })),
    );
    there.database.sqlite.exec(
      `CREATE TEMP TRIGGER bad BEFORE INSERT ON main.job_row WHEN NEW.job = 1 BEGIN SELECT RAISE(ABORT, 'bad'); END`,
    );
    await there.settle();
    expect(reported).toHaveLength(1);
    expect(countStale(there.database.sqlite)).toBe(0);
    expect(there.rows().map((row) => row === null)).toEqual([false, true]);
  });

  it.each([
    ['itself', CHAIN, CHAIN],
    ['one that continues it', CHAIN, OTHER],
  ])('finds an end in a log that the relay says continues %s', async (_name, one, other) => {
    const there = copies();
    const head = { number: 9, hash: LOG_CHAIN_START };
    const entries = chainOf(3, (n) =>
      n === 3
        ? {
            type: REDACTION,
            jobId: null,
            data: JSON.stringify({
              reason: 'asked',
              entries: redactionText([
                { number: 1, hash: LOG_CHAIN_START, rest: LOG_CHAIN_START, fields: ['worker'] },
              ]),
            }),
          }
        : {},
    );
    there.fork({ by: one, beyond: 1, chain: other, head });
    there.fork({ by: other, beyond: 1, chain: one, head });
    there.database.sqlite.exec('UPDATE chain SET own = 1');
    there.take(one, 'Bay 1', entries);
    await there.settle();
    expect(there.chains().find(({ chain }) => chain === one)).toMatchObject({ entries: 3 });
  });

  it('asks for a page that is too large in halves, and reads on', async () => {
    const entries = chainOf(40);
    const asked: number[] = [];
    const server = await answeringServer((request, response) => {
      const query = new URL(request.url ?? '', 'http://relay').searchParams;
      const [after, limit] = [Number(query.get('after')), Number(query.get('limit'))];
      asked.push(limit);
      response.setHeader('content-type', 'application/json');
      const page = entries
        .slice(after, after + limit)
        .map((entry, index) => received(entry, after + index + 1));
      const body = JSON.stringify({
        entries: page,
        cursor: after + page.length,
        upToDate: after + limit >= entries.length,
      });
      // So much in each entry that no more than nine fit into what a laptop reads.
      response.end(limit > 9 ? body + ' '.repeat(9 * 1024 * 1024) : body);
    });
    const client = createRelayClient({ url: server.url, token: 'token', clock: machineClock });
    onTestFinished(client.close);
    const there = copies();
    const asking = createRelayAsking({
      client: { logEntries: client.logEntries, me: () => Promise.resolve({ ok: true, value: ME }) },
      owner: { environment: 'uat', customerId: customerId.parse(CUSTOMER) },
      refreshKeys: () => Promise.resolve({ ok: true, value: undefined }),
      clock: machineClock,
      random: () => 0,
      signal: new AbortController().signal,
      onRead: () => undefined,
      report: (cause) => {
        throw cause;
      },
    });
    while (asking.readAt() === null && asking.failing() === null) await asking.askOnce(there.written);
    expect(asking.failing()).toBeNull();
    expect(there.chains()).toMatchObject([{ entries: 40 }]);
    expect(asked.slice(0, 6)).toEqual([300, 150, 75, 37, 18, 9]);
  });
});

const ME: RelayMe = {
  name: 'Office',
  role: 'supervisor',
  customers: [customerId.parse(CUSTOMER)],
  environments: null,
  now: 0,
};

/** An entry as the relay hands it out. */
const received = (entry: LogEntry, sequence: number) => ({
  ...entry,
  sequence,
  chain: CHAIN,
  laptop: 'Bay 1',
  receivedAt: 1,
});
