import { createHistogram } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { folded, together } from '../../bench/frame/histogram.ts';

const of = (...values: readonly number[]) => {
  const recorded = createHistogram();
  for (const value of values) recorded.record(value);
  return folded(
    { count: recorded.count, percentile: (percent) => recorded.percentile(percent) },
    (value) => value,
  );
};

describe('a histogram', () => {
  it('counts a value on a limit in the bucket that ends there', () => {
    expect(of(1, 2, 2, 3, 8, 9, 128, 129)).toEqual([1, 2, 1, 1, 1, 0, 0, 1, 1]);
  });

  it('finds one late turn of many', () => {
    const turns = [...Array.from({ length: 99_999 }, () => 1), 200];
    expect(of(...turns)).toEqual([99_999, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('is empty without a value', () => {
    expect(of()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('adds the rounds of a work', () => {
    expect(together([of(1, 200), of(1, 3)])).toEqual([2, 0, 1, 0, 0, 0, 0, 0, 1]);
  });
});
