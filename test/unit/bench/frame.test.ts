import { describe, expect, it } from 'vitest';
import { readOptions } from '../../bench/frame/options.ts';
import { report, shortfalls } from '../../bench/frame/report.ts';
import { atLeast, atMost, notMeasured, printed, reported } from '../../bench/frame/rows.ts';
import { inTurn, ratios } from '../../bench/frame/turns.ts';

const known = { known: ['search', 'drain', 'log'], short: ['drain', 'log'], old: ['search', 'log'] } as const;
const took = (...rounds: readonly number[]) => ({ what: 'a click', unit: 'ms', rounds });

describe('the options of the bench', () => {
  it('mean every bench where none is named', () => {
    const value = { names: ['search', 'drain', 'log'], json: null, against: null, old: false };
    expect(readOptions([], known)).toEqual({ ok: true, value });
  });

  it('mean the short ones with --short, beside those that are named', () => {
    const names = (argv: readonly string[]) => readOptions(argv, known);
    expect(names(['--short'])).toMatchObject({ value: { names: ['drain', 'log'] } });
    expect(names(['--short', 'search', '--against', 'nights'])).toMatchObject({
      value: { names: ['search', 'drain', 'log'], against: 'nights' },
    });
  });

  it('mean those that know an old laptop with --old', () => {
    expect(readOptions(['--old'], known)).toMatchObject({ value: { names: ['search', 'log'], old: true } });
    expect(readOptions(['log', '--old'], known)).toMatchObject({ value: { names: ['log'], old: true } });
  });

  it('name benches, run once each in the order of the table', () => {
    expect(readOptions(['drain', 'search', 'drain', '--json', 'out.json'], known)).toEqual({
      ok: true,
      value: { names: ['search', 'drain'], json: 'out.json', against: null, old: false },
    });
  });

  it.each([
    [['--quick'], 'There is no option --quick'],
    [['drian'], 'There is no bench drian'],
    [['--json'], '--json needs the name of a file'],
    [['--against='], '--against needs the name of a file'],
    [['drain', 'log', '--old'], 'drain does not know --old (search, log do)'],
    [['--short', '--old'], 'drain does not know --old'],
  ])('refuse %j', (argv, sentence) => {
    const read = readOptions(argv, known);
    expect(read.ok ? '' : read.error).toContain(sentence);
  });
});

describe('a figure', () => {
  it('is the middle of its rounds, with the least and the most of them', () => {
    expect(reported(took(9, 1, 4))).toMatchObject({ value: 4, spread: [1, 9], outcome: 'reported' });
  });

  it('meets its target on the limit itself and misses it beyond', () => {
    expect(atMost(took(5), 5).outcome).toBe('met');
    expect(atMost(took(5.001), 5).outcome).toBe('missed');
    expect(atLeast(took(5), 5).outcome).toBe('met');
    expect(atLeast(took(4.999), 5).outcome).toBe('missed');
  });

  it('that is no number misses its target either way', () => {
    expect(atMost(took(Number.NaN), 5).outcome).toBe('missed');
    expect(atLeast(took(Number.NaN), 5).outcome).toBe('missed');
  });

  it('cannot be made of no rounds', () => {
    expect(() => reported(took())).toThrow('Nothing was measured');
  });

  it('is printed with three digits that count, and its spread where there is one', () => {
    expect(printed(reported(took(1.234, 12.34, 123.4)))).toBe('12.3 ms (1.23 to 123)');
    expect(printed(reported(took(2, 2)))).toBe('2.00 ms');
  });
});

describe('the report', () => {
  const all = [
    { name: 'search', rows: [atMost(took(7), 5), reported(took(3))], failed: null },
    { name: 'drain', rows: [notMeasured('nchan', 'not installed')], failed: null },
  ];

  it('ends with the missed targets', () => {
    expect(report(all).split('\n').at(-1)).toBe('short of the target: search: a click, 7.00 ms, ≤ 5');
  });

  it('ends with "all met" where none is missed; a figure that cannot be measured is not missed', () => {
    expect(report(all.slice(1)).split('\n').at(-1)).toBe('every target is met');
  });

  it('begins with the histograms of the rows that have one', () => {
    const late = { ...reported(took(3)), histogram: [7, 0, 0, 0, 1, 0, 0, 0, 2] };
    const [head, , line] = report([
      { name: 'lateness', rows: [late, reported(took(4))], failed: null },
    ]).split('\n');
    const cells = (text: string | undefined) => text?.split('|').map((cell) => cell.trim());
    expect(cells(head)?.slice(1, 4)).toEqual(['all values', '≤ 1 ms', '≤ 2 ms']);
    expect(cells(line)).toEqual(['', 'a click', '7', '', '', '', '1', '', '', '', '2', '']);
  });

  it('counts an incomplete bench as short', () => {
    expect(shortfalls([{ name: 'drain', rows: [], failed: 'ended with 1' }])).toEqual([
      'drain: ended with 1',
    ]);
  });
});

describe('rounds in turn', () => {
  it('warm everybody up first, and go back and forth', async () => {
    const order: string[] = [];
    const one = (name: string) => ({
      name,
      round: () => Promise.resolve(order.push(name)),
    });
    const taken = await inTurn([one('ours'), one('theirs')], 2);
    expect(order.join(' ')).toBe('ours theirs theirs ours ours theirs');
    expect(taken.get('ours')).toEqual([4, 5]);
    expect(taken.get('theirs')).toEqual([3, 6]);
  });

  it('compare each round with the other of the same turn', () => {
    expect(ratios([2, 9], [4, 3])).toEqual([0.5, 3]);
  });
});
