import { describe, expect, it } from 'vitest';
import { oneTypoAway } from '../../../electron/directory/car-search.ts';
import { isOneTypo } from '../../bench/search/queries.ts';

describe('the plates one typo away', () => {
  const near = oneTypoAway('MBX12');

  it.each([
    ['a wrong character', 'MBY12'],
    ['a missing one', 'MX12'],
    ['a missing first one', 'BX12'],
    ['an extra one at the end', 'MBX123'],
    ['two swapped ones', 'MXB12'],
  ])('are those with %s', (_what, plate) => {
    expect(near).toContain(plate);
  });

  it.each([
    ['the plate itself', 'MBX12'],
    ['two wrong characters', 'MCY12'],
    ['a swap over one character', 'XBM12'],
  ])('are not %s', (_what, plate) => {
    expect(near).not.toContain(plate);
  });

  it('are all one typo away by another way of counting, and a few hundred', () => {
    expect([...near].filter((plate) => !isOneTypo(plate, 'MBX12'))).toEqual([]);
    expect(near.size).toBeLessThan(500);
  });
});
