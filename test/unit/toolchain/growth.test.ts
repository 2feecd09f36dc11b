import { describe, expect, it } from 'vitest';
import { costsWorseThanLinear } from '../../attacks/growth.ts';

/** The verdict on measured times, and the lengths that were measured: the time of a length at its first, second, … measurement. */
async function judged(timeOf: (length: number, measurement: number) => number, longest?: number) {
  const lengths: number[] = [];
  const cost = (text: string): Promise<number> => {
    const length = Number(text);
    lengths.push(length);
    return Promise.resolve(timeOf(length, lengths.filter((each) => each === length).length));
  };
  return { verdict: await costsWorseThanLinear(cost, String, longest), lengths };
}

const [SMALL, MIDDLE, LARGE] = [16 * 1024, 64 * 1024, 256 * 1024] as const;

describe('the measurement of growth', () => {
  it('measures the largest size once if it grew linearly, and the others twice, because they are compared with', async () => {
    const { verdict, lengths } = await judged((length) => length / 400);
    expect(verdict).toBeNull();
    expect(lengths).toEqual([SMALL, SMALL, MIDDLE, MIDDLE, LARGE]);
  });

  it('measures a size once if it takes no longer than noise', async () => {
    const { verdict, lengths } = await judged((length) => length / 20_000);
    expect(verdict).toBeNull();
    expect(lengths).toEqual([SMALL, MIDDLE, LARGE]);
  });

  it('names quadratic growth', async () => {
    expect((await judged((length) => (length / 16_384) ** 2 * 5)).verdict).toBe(
      '65536 characters take 80 ms, 262144 take 1280 ms',
    );
  });

  it('names quadratic growth in spite of a slow first measurement, which also compiles', async () => {
    const slowAtFirst = (length: number, measurement: number) =>
      (length / 16_384) ** 2 * 30 + (measurement === 1 ? 300 : 0);
    expect((await judged(slowAtFirst, MIDDLE)).verdict).toBe(
      '16384 characters take 30 ms, 65536 take 480 ms',
    );
  });

  it('measures again where a collection of garbage may have fallen into the largest size', async () => {
    const late = (length: number, measurement: number) =>
      length / 400 + (length === LARGE && measurement < 6 ? 1200 : 0);
    const { verdict, lengths } = await judged(late);
    expect(verdict).toBeNull();
    expect(lengths.filter((length) => length === LARGE)).toHaveLength(6);
  });
});
