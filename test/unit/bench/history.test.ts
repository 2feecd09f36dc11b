import { describe, expect, it } from 'vitest';
import {
  losses,
  printedLoss,
  readHistory,
  type Run,
  runOf,
  writeHistory,
} from '../../bench/frame/history.ts';
import { atLeast, atMost, reported } from '../../bench/frame/rows.ts';

const took = (what: string, value: number, unit = '×') => ({ what, unit, rounds: [value] });
/** The commit of a night. */
const night = (number: number): string => number.toString(16).padStart(7, '0');
/** Nights with a multiple that should be low; the first is night 0. */
const nights = (...values: readonly number[]): readonly Run[] =>
  values.map((value, number) => ({
    commit: night(number),
    ratios: [{ bench: 'enqueue', what: 'a step', value, better: 'less' }],
  }));
const tonight = (value: number): Run => {
  const [run] = nights(value);
  if (run === undefined) throw new Error('no night');
  return { ...run, commit: night(99) };
};
const lost = (earlier: readonly Run[], value: number) => losses(earlier, tonight(value)).map(printedLoss);

describe('the figures of a run that are kept', () => {
  it('are the ratios with a target, and which way is better', () => {
    const rows = [
      atMost(took('a step', 4), 1.5),
      atLeast(took('the drain', 0.9), 0.8),
      atMost(took('a click', 7, 'ms'), 5),
      reported(took('a peer', 2)),
    ];
    expect(runOf(night(1), [{ name: 'drain', rows, failed: null }])).toEqual({
      commit: night(1),
      ratios: [
        { bench: 'drain', what: 'a step', value: 4, better: 'less' },
        { bench: 'drain', what: 'the drain', value: 0.9, better: 'more' },
      ],
    });
  });

  it('are read again as they were written, the last hundred runs; a torn line is left out', () => {
    const all = nights(...Array.from({ length: 120 }, (_, number) => number + 1));
    const text = writeHistory(all.slice(0, -1), tonight(5));
    expect(readHistory(text)).toEqual([...all.slice(20, -1), tonight(5)]);
    expect(readHistory(`${text}{"commit":"abc`)).toHaveLength(100);
  });
});

describe('a run compared with earlier ones', () => {
  it('has lost nothing up to 15 % above the middle of the last ten', () => {
    expect(lost(nights(4, 4, 4), 4.6)).toEqual([]);
    expect(lost(nights(4, 4, 4), 4.61)).toEqual([
      'enqueue: a step: 4.61, usually 4.00, 15 % lost in 0000002..0000063',
    ]);
  });

  it('is compared with the last ten alone', () => {
    expect(lost(nights(1, 1, 1, 1, 1, 1, ...Array.from({ length: 10 }, () => 4)), 4)).toEqual([]);
  });

  it('loses where a share falls that should be high', () => {
    const share = (value: number): Run => ({
      commit: night(99),
      ratios: [{ bench: 'drain', what: 'share', value, better: 'more' }],
    });
    expect(losses([share(0.9), share(0.9), share(0.9)], share(0.8))).toEqual([]);
    expect(losses([share(0.9), share(0.9), share(0.9)], share(0.78))).toHaveLength(1);
  });

  it('names the commits since the last run that was as usual', () => {
    expect(lost(nights(4, 4, 4, 4, 6), 6)).toEqual([
      'enqueue: a step: 6.00, usually 4.00, 50 % lost in 0000003..0000063',
    ]);
  });

  it('is not judged before three runs', () => {
    expect(lost(nights(1, 1), 9)).toEqual([]);
  });
});
