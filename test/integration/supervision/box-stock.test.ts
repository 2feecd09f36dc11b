import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countStock, listStock, stockedBoxes } from '../../../electron/supervision/copies-reader.ts';
import type { StockFilter } from '../../../shared/domain/boxes.ts';
import { jobId, logEntryId } from '../../../shared/ids.ts';
import { LOG_CHAIN_START, type LogChainId, logChainId, type LogEntry } from '../../../shared/relay/log.ts';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import { MINUTE } from '../../../shared/time.ts';
import { createRandom } from '../../bench/supervision/made-up-fleet.ts';
import { withHash } from '../../unit/log/made-up-chain.ts';
import { type Copies, openCopies } from './copies.ts';

let copies: Copies;
beforeEach(() => {
  copies = openCopies();
});
afterEach(() => copies.close());

const BEGINS = 1_790_000_000_000;
const everything: StockFilter = { site: null, sapNumber: null, state: null, serial: '' };
const id = (letter: string, number: number) =>
  `${letter}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const chains = [1, 2, 3].map((number) => logChainId.parse(id('c', number)));
const laptops = ['Munich / Bay 1', 'Munich / Bay 2', 'Berlin / Bay 1'];

interface Said {
  readonly chain: number;
  readonly type: string;
  readonly data: Readonly<Record<string, string | number | null>>;
  readonly job?: number;
  /** Minutes after the beginning, by the operator's clock. */
  readonly minute: number;
  /** How far the laptop's clock is ahead, in minutes. */
  readonly ahead?: number;
}

/** Each log with its entries, numbered as they were written. */
function logsOf(said: readonly Said[]): readonly { readonly chain: number; readonly entry: LogEntry }[] {
  const numbers = new Map<number, number>();
  return said.map(({ chain, type, data, job, minute, ahead = 0 }, index) => {
    const number = (numbers.get(chain) ?? 0) + 1;
    numbers.set(chain, number);
    const entry = withHash({
      number,
      id: logEntryId.parse(id('e', index)),
      at: BEGINS + (minute + ahead) * MINUTE,
      clockOffsetMs: ahead * MINUTE,
      worker: 'Jo',
      jobId: job === undefined ? null : jobId.parse(id('a', job)),
      type,
      data: JSON.stringify(data),
      previousHash: LOG_CHAIN_START,
    });
    return { chain, entry };
  });
}

async function stockOf(open: Copies, logs: ReturnType<typeof logsOf>) {
  for (const { chain, entry } of logs) open.take(chainOf(chain), laptops[chain] ?? '', [entry]);
  await open.settle();
  return {
    boxes: [...stockedBoxes(open.database.sqlite, everything)],
    lines: countStock(open.database.sqlite),
  };
}

function chainOf(number: number): LogChainId {
  const chain = chains[number];
  if (chain === undefined) throw new Error(`no log ${number}`);
  return chain;
}

const moved = (
  chain: number,
  minute: number,
  serial: string,
  to: string,
  more: Partial<Said> = {},
): Said => ({
  chain,
  minute,
  type: 'box-moved',
  data: { serial, sap: 'SAP-100', to },
  ...more,
});
const marked = (chain: number, minute: number, serial: string, condition: string): Said => ({
  chain,
  minute,
  type: 'box-marked',
  data: { serial, sap: null, condition, reason: 'x' },
});
const operation = (number: number) => id('b', number);

/** Installs a Box; the operator refuses it where `refused`. */
const fits = (chain: number, minute: number, job: number, serial: string, refused = false): Said[] => [
  { chain, minute, job, type: 'job-started', data: { kind: 'installation' } },
  { chain, minute, job, type: 'box-chosen', data: { serial, sap: null, operation: operation(job) } },
  refused
    ? {
        chain,
        minute,
        job,
        type: 'operation-failed',
        data: { operation: operation(job), kind: 'install', problem: 'operator-rejected' },
      }
    : {
        chain,
        minute,
        job,
        type: 'operation-done',
        data: { operation: operation(job), kind: 'install', confirmedBy: 'answer' },
      },
];
const takesOut = (chain: number, minute: number, job: number, serial: string, reason: string): Said[] => [
  { chain, minute, job, type: 'job-started', data: { kind: 'removal' } },
  { chain, minute, job, type: 'leaving-box-chosen', data: { serial, sap: null, typed: null } },
  {
    chain,
    minute,
    job,
    type: 'box-leaves',
    data: { operation: operation(job), serial, reason, words: '', accesses: 0, asOf: null, source: 'none' },
  },
];

describe('the stock of a supervisor', () => {
  it('follows Boxes through sites, cars and faults, by site and variant', async () => {
    const { boxes, lines } = await stockOf(
      copies,
      logsOf([
        moved(0, 1, '0011', 'site'),
        moved(0, 1, '0022', 'site'),
        moved(0, 1, '0033', 'site'),
        moved(2, 2, '0044', 'site'),
        moved(2, 2, '0055', 'site'),
        moved(1, 3, '0022', 'installer'),
        ...fits(1, 4, 1, '0022'),
        ...fits(0, 5, 2, '0033', true),
        marked(2, 6, '0044', 'lost'),
        ...fits(2, 7, 3, '0055'),
        ...takesOut(1, 9, 4, '0055', 'defective'),
      ]),
    );
    expect(boxes.map(({ serial, state, site }) => [serial, state, site])).toEqual([
      ['0011', 'site', 'Munich'],
      ['0022', 'car', 'Munich'],
      ['0033', 'installer', 'Munich'],
      ['0044', 'lost', 'Berlin'],
      ['0055', 'defective', 'Munich'],
    ]);
    expect(lines).toMatchObject([
      { site: 'Berlin', sapNumber: 'SAP-100', counts: { lost: 1, site: 0 } },
      { site: 'Munich', sapNumber: 'SAP-100', counts: { site: 1, car: 1, installer: 1, defective: 1 } },
    ]);
    const munich = [...stockedBoxes(copies.database.sqlite, { ...everything, site: 'Munich' })];
    expect(munich).toHaveLength(4);
    const { sqlite } = copies.database;
    const first = { offset: 0, limit: 2 };
    expect(listStock(sqlite, everything, first)).toMatchObject({
      rows: [
        { serial: '0011', sapNumber: 'SAP-100', state: 'site', laptop: 'Munich / Bay 1', worker: 'Jo' },
        { serial: '0022', at: BEGINS + 4 * MINUTE, laptop: 'Munich / Bay 2' },
      ],
      total: 5,
    });
    const serials = (filter: Partial<StockFilter>, page = first) => {
      const { rows, total } = listStock(sqlite, { ...everything, ...filter }, page);
      return [rows.map(({ serial }) => serial), total];
    };
    expect(serials({}, { offset: 4, limit: 2 })).toEqual([['0055'], 5]);
    expect(serials({ state: 'lost' })).toEqual([['0044'], 1]);
    expect(serials({ serial: '0-033' })).toEqual([['0033'], 1]);
    expect(serials({ site: 'Berlin', serial: '11' })).toEqual([[], 0]);
  });

  it('pages through the Boxes of any filter, with their number', async () => {
    const targets = ['site', 'installer', 'returned'];
    const said = Array.from({ length: 90 }, (_, index) =>
      index % 7 === 6
        ? marked(index % 3, index, `00${index - 6}O1`, index % 2 === 0 ? 'lost' : 'defective')
        : moved(index % 3, index, `00${index}O1`, targets[index % 4] ?? 'site', {
            data: { serial: `00${index}O1`, sap: `SAP-${index % 5}`, to: targets[index % 4] ?? 'site' },
          }),
    );
    const { boxes } = await stockOf(copies, logsOf(said));
    const { sqlite } = copies.database;
    const filters: readonly Partial<StockFilter>[] = [
      {},
      { site: 'Munich' },
      { site: 'Nowhere' },
      { sapNumber: 'SAP-3' },
      { state: 'lost' },
      // As typed by hand: a zero for the letter.
      { serial: '7-0 1' },
      { site: 'Berlin', sapNumber: 'SAP-2', state: 'site', serial: '0' },
    ];
    for (const filter of filters) {
      const wanted = boxes.filter(
        ({ site, sap, state, serial }) =>
          (filter.site ?? site) === site &&
          (filter.sapNumber ?? sap) === sap &&
          (filter.state ?? state) === state &&
          (filter.serial === undefined || foldForSearch(serial).includes(foldForSearch(filter.serial))),
      );
      const pages = Array.from({ length: 14 }, (_, page) =>
        listStock(sqlite, { ...everything, ...filter }, { offset: page * 7, limit: 7 }),
      );
      expect(pages.flatMap(({ rows }) => rows.map(({ serial }) => serial))).toEqual(
        wanted.map(({ serial }) => serial),
      );
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([wanted.length]));
    }
    expect(boxes.length).toBeGreaterThan(70);
  });

  it('orders two laptops by the operator’s clock, and one laptop by its numbers', async () => {
    const { boxes } = await stockOf(
      copies,
      logsOf([
        // An hour ahead: its movement came first all the same.
        moved(0, 1, '0011', 'site', { ahead: 60 }),
        moved(2, 2, '0011', 'returned'),
        // Its clock was set back between the two.
        moved(1, 9, '0022', 'site'),
        moved(1, 5, '0022', 'installer'),
      ]),
    );
    expect(boxes.map(({ serial, state }) => [serial, state])).toEqual([
      ['0011', 'returned'],
      ['0022', 'installer'],
    ]);
  });

  it.each([1, 2, 3, 4, 5, 6])('is the same in whatever order the entries arrive (%i)', async (seed) => {
    const random = createRandom(seed);
    const any = <Value>(values: readonly Value[]): Value => {
      const value = values[Math.floor(random() * values.length)];
      if (value === undefined) throw new Error('nothing to choose from');
      return value;
    };
    const serials = ['0011', '0022', '0033', '0044'];
    const said = Array.from({ length: 60 }, (_, index): readonly Said[] => {
      const [chain, minute, serial] = [any([0, 1, 2]), Math.floor(random() * 30), any(serials)];
      const kind = any(['moved', 'moved', 'marked', 'fits', 'refused', 'out'] as const);
      switch (kind) {
        case 'moved':
          return [moved(chain, minute, serial, any(['site', 'installer', 'returned']))];
        case 'marked':
          return [marked(chain, minute, serial, any(['good', 'defective', 'lost']))];
        case 'out':
          return takesOut(chain, minute, index, serial, any(['sold', 'defective']));
        default:
          return fits(chain, minute, index, serial, kind === 'refused');
      }
    }).flat();
    const logs = logsOf(said);
    const inOrder = await stockOf(copies, logs);
    const others = openCopies();
    try {
      const mixed = logs.map((one) => [random(), one] as const).toSorted(([one], [other]) => one - other);
      const twice = [...mixed, ...mixed.slice(0, 20)].map(([, one]) => one);
      expect(await stockOf(others, twice)).toEqual(inOrder);
    } finally {
      others.close();
    }
    expect(inOrder.boxes.length).toBeGreaterThan(0);
  });
});
