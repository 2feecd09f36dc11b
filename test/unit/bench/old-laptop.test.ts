import { describe, expect, it } from 'vitest';
import { asOldLaptop, judged } from '../../bench/old-laptop/old-laptop.ts';

describe('an old laptop', () => {
  it.each([
    [[3.49, 3.4, 9], 'missed'],
    [[3.5, 3.5, 9], 'met'],
    [[1, 4.5, 4.5], 'met'],
    [[1, 4.51, 4.6], 'missed'],
  ])('is four times slower in the middle of %j: %s', (factors, outcome) => {
    expect(
      judged(
        'in main',
        factors.toSorted((one, other) => one - other),
      ),
    ).toMatchObject({ outcome });
  });

  it('has rows of its own names', () => {
    expect(asOldLaptop([judged('in main', [4])])[0]?.what).toBe(
      'old laptop: fixed work in main, of this machine',
    );
  });
});
