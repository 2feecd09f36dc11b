import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { logExportHead, logExportLine } from '../../electron/log/append.ts';
import { groupOfCar, writeJobCar } from '../../electron/db/tables/supervision/jobs.ts';
import { jobOrdinal } from '../../electron/db/tables/supervision/logs.ts';
import { verifyLog } from '../../electron/log/verify.ts';
import { assembleFacts } from '../../electron/supervision/projection/assemble-facts.ts';
import { rowOf } from '../../electron/supervision/projection/row.ts';
import { customerId, jobId } from '../../shared/ids.ts';
import { HOUR } from '../../shared/time.ts';
import { LOG_CHAIN_START, logChainId, type LogEntry } from '../../shared/relay/log.ts';
import { uuid } from '../integration/relay/log-chain.ts';
import { openCopies } from '../integration/supervision/copies.ts';
import { job as made, loggingLaptops } from '../integration/supervision/logging-laptops.ts';
import { chainOf } from '../unit/log/made-up-chain.ts';
import { costOf, costsWorseThanLinear } from './growth.ts';
import { longFrom } from '../runner/long.ts';

/* Logs of others, with more and more entries: who verifies them or puts a job together from them takes time that grows as they do. */

/** Characters of an exported entry, about. */
const ENTRY = 600;
const chains = new Map<number, readonly LogEntry[]>();
function entriesOf(length: number): readonly LogEntry[] {
  const count = Math.ceil(length / ENTRY) * SCALE;
  const made = chains.get(count) ?? chainOf('another laptop', count);
  chains.set(count, made);
  return made;
}
/** Entries for each one that is measured: an entry alone costs next to nothing. */
const SCALE = 4;

const changed = (entries: readonly LogEntry[], at: number): readonly LogEntry[] =>
  entries.map((entry, index) => (index === at ? { ...entry, worker: 'another' } : entry));
const blanked = (entries: readonly LogEntry[]): readonly LogEntry[] =>
  entries.map((entry) => ({ ...entry, redacted: true }));
const forms: Readonly<Record<string, (entries: readonly LogEntry[]) => readonly LogEntry[]>> = {
  'as it was written': (entries) => entries,
  'changed at its end': (entries) => changed(entries, entries.length - 1),
  'with an entry that is missing': (entries) => entries.filter((_, index) => index !== 3),
  'with every entry said to be redacted': blanked,
  'in the order from its end': (entries) => entries.toReversed(),
};

/** Names inputs by their length: what is measured is made of it. */
const named = (length: number) => String(length);
const lengthIn = Number;

describe('a log of another laptop', () => {
  it.each(Object.entries(forms))('%s is verified in linear time', async (_name, form) => {
    const cost = (text: string) => {
      const entries = form(entriesOf(lengthIn(text)));
      return costOf(() => verifyLog(entries));
    };
    expect(await costsWorseThanLinear(cost, named)).toBeNull();
  });
});

describe('an exported log', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'boxwright-growth-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const exported = (entries: readonly LogEntry[]): string => {
    const last = entries.at(-1);
    const head = logExportHead({
      environment: 'uat',
      customerId: customerId.parse(4711),
      chain: logChainId.parse('5f0c7d3e-6a8b-4c1d-9e2f-0a1b2c3d4e5f'),
      exportedAt: 0,
      head: { number: last?.number ?? 0, hash: last?.hash ?? LOG_CHAIN_START },
    });
    const file = join(folder, 'log.jsonl');
    writeFileSync(file, [head, ...entries.map(logExportLine)].join(''));
    return file;
  };
  /** Runs the script that the documentation gives to strangers, and says on its last line the milliseconds of CPU time that it took. */
  const timed = [
    'import runpy, sys, time',
    "sys.argv = ['verify_log.py', *sys.argv[1:]]",
    'began = time.process_time()',
    'try:',
    "    runpy.run_path('docs/examples/verify_log.py', run_name='__main__')",
    'except SystemExit:',
    '    pass',
    'print((time.process_time() - began) * 1000)',
  ].join('\n');

  it.each(Object.entries(forms).map(([name, form], index) => [name, longFrom(2, index), form] as const))(
    '%s is verified by the Python script in linear time%s',
    async (_name, _mark, form) => {
      const cost = (text: string): Promise<number> => {
        const run = spawnSync('python3', ['-c', timed, exported(form(entriesOf(lengthIn(text))))], {
          encoding: 'utf8',
        });
        expect(run.stderr).toBe('');
        return Promise.resolve(Number(run.stdout.trim().split('\n').at(-1)));
      };
      expect(await costsWorseThanLinear(cost, named)).toBeNull();
    },
  );
});

describe('a job', () => {
  const job = jobId.parse('0190a000-0000-7000-8000-000000000001');
  const chain = logChainId.parse('5f0c7d3e-6a8b-4c1d-9e2f-0a1b2c3d4e5f');
  const [first] = chainOf('another laptop', 1);
  if (first === undefined) throw new Error('no entry');
  const ended = (number: number) => ({
    type: number % 2 === 0 ? 'operation-done' : 'operation-failed',
    data: JSON.stringify({
      operation: uuid('a', number),
      kind: 'install',
      attempts: 1,
      problem: 'unexpected',
    }),
  });
  /** With how many entries for each one that is measured: reading some takes longer. A token may write 20,000 a day. */
  const kinds: Readonly<Record<string, readonly [(number: number) => Partial<LogEntry>, number]>> = {
    'by another worker each': [(number) => ({ worker: `Worker ${number}` }), 32],
    'of an operation each, that failed or was done another time': [ended, 64],
    'of a photo each': [
      (number) => ({
        type: 'photo-taken',
        data: JSON.stringify({ item: `item-${number}`, digest: String(number).padStart(64, '0') }),
      }),
      16,
    ],
    'of a signature or the withdrawal of another one each': [
      (number) => ({
        type: number % 2 === 0 ? 'signature-taken-back' : 'signed',
        data: JSON.stringify({
          item: `item-${number}`,
          name: 'Jo',
          drawn: true,
          digest: String(number).padStart(64, '0'),
        }),
      }),
      64,
    ],
    'of a test access or the end of one each': [
      (number) => ({
        type: number % 2 === 0 ? 'operation-cancelled' : 'verification-started',
        data: JSON.stringify({
          operation: uuid('a', (number + 1) >> 1),
          kind: 'create-assignment',
          user: 1,
          minutes: 5,
        }),
      }),
      32,
    ],
    'of a tick each': [
      (number) => ({
        type: 'checklist-answered',
        data: JSON.stringify({ item: `item-${number}`, answer: { type: 'confirm' } }),
      }),
      4,
    ],
  };
  const review = { state: 'none', revision: 0, reviewer: null, at: null } as const;
  const around = { laptop: 'Bay 4', review, risk: [], logFault: false };

  it.each(Object.entries(kinds))(
    'of very many entries %s is put together in linear time',
    async (_name, [of, more]) => {
      const cost = (text: string) => {
        const entries = Array.from({ length: Math.ceil(lengthIn(text) / ENTRY) * more }, (_, index) => ({
          ...first,
          number: index + 1,
          at: first.at + index,
          jobId: job,
          chain,
          ...of(index + 1),
        }));
        return costOf(async () => {
          const { facts, ordered } = assembleFacts(entries);
          return [rowOf(job, facts, around), ordered];
        });
      };
      expect(await costsWorseThanLinear(cost, named)).toBeNull();
    },
  );

  it('with many others of the same car is projected in linear time', async () => {
    const cost = async (text: string) => {
      const copies = openCopies();
      onTestFinished(() => copies.close());
      const log = loggingLaptops(copies);
      for (let number = 1; number <= lengthIn(text) / ENTRY; number += 1) {
        log('Bay 1', made(number), 'Jo', first.at + number * HOUR, [
          ['car-chosen', { car: 7, plate: null, name: 'Van 7', vin: null, brand: 'VW', model: 'Crafter' }],
          ['group-chosen', { group: `Group ${number}`, isNew: false }],
        ]);
      }
      return costOf(copies.settle);
    };
    expect(await costsWorseThanLinear(cost, named)).toBeNull();
  });

  it('with very many photos is projected in linear time when an entry arrives', async () => {
    const cost = async (text: string) => {
      const copies = openCopies();
      onTestFinished(() => copies.close());
      const log = loggingLaptops(copies);
      const photo = (number: number) => ({
        item: `item-${number}`,
        digest: String(number).padStart(64, '0'),
      });
      const count = Math.ceil(lengthIn(text) / 16);
      log(
        'Bay 1',
        made(1),
        'Jo',
        first.at,
        Array.from({ length: count }, (_, number) => ['photo-taken', photo(number)] as const),
      );
      await copies.settle();
      log('Bay 1', made(1), 'Jo', first.at + HOUR, [['photo-taken', photo(count)]]);
      return costOf(copies.settle);
    };
    expect(await costsWorseThanLinear(cost, named)).toBeNull();
  });

  it('with many others of the same car, none with a group, gets its group in linear time', async () => {
    const cost = (text: string) => {
      const { database, close } = openCopies();
      onTestFinished(close);
      const count = Math.ceil(lengthIn(text) / 8);
      const rows = Array.from({ length: count }, (_, at) => ({ job: at + 1, car: 7, started: at }));
      database.write((context) => {
        for (const row of rows) {
          jobOrdinal(context, made(row.job));
          writeJobCar(context, row.job, { ...row, own_group: null });
        }
      });
      return costOf(async () => rows.map((row) => groupOfCar(database.sqlite, row)));
    };
    expect(await costsWorseThanLinear(cost, named)).toBeNull();
  });

  it('keeps each failed operation of those entries', () => {
    const entries = [1, 2, 3].map((number) => ({
      ...first,
      number,
      jobId: job,
      chain,
      ...ended(number),
    }));
    expect(assembleFacts(entries).facts.operations.size).toBe(3);
  });
});
