import { describe, expect, it } from 'vitest';
import { axisOf, drawn, type Panel } from '../../bench/scale/chart.ts';

const panel = (...lines: Panel['lines']): Panel => ({ title: 'Search', x: 'cars', y: 'ms', lines });
const line = (name: string, ...ys: readonly number[]) => ({
  name,
  points: ys.map((y, place) => ({ x: 1000 * 10 ** place, y })),
});

/** The places of the lines' points, from left to right. */
const placesOf = (svg: string) =>
  [...svg.matchAll(/class="line s\d" d="M([^"]+)"/g)].map(([, path = '']) =>
    path.split('L').map((pair) => pair.split(' ').map(Number)),
  );

describe('an axis', () => {
  it('begins and ends with the powers of ten around its values', () => {
    const { ticks, at } = axisOf([30, 2, 700]);
    expect(ticks).toEqual([1, 10, 100, 1000]);
    expect([at(1), at(10), at(1000)]).toEqual([0, 1 / 3, 1]);
  });

  it('has two ticks for values that are one power of ten, or the same', () => {
    expect(axisOf([1000, 1000]).ticks).toEqual([1000, 10_000]);
    expect(axisOf([0.02, 0.05]).ticks).toEqual([0.01, 0.1]);
  });
});

describe('a chart', () => {
  it('draws ten times as much one step further, on both axes', () => {
    const [[first, second, third] = []] = placesOf(drawn('Growth', [panel(line('p95', 1, 10, 100))]));
    expect(first).toEqual([52, 208]);
    expect(second).toEqual([157, 135]);
    expect(third).toEqual([262, 62]);
  });

  it('labels its axes, their ticks, its lines, and their last figures', () => {
    const svg = drawn('Growth', [panel(line('p50', 1, 2, 4), line('p95 & more', 2, 4, 87.65))]);
    const words = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, said]) => said);
    for (const said of ['Search', 'cars', 'ms', '1,000', '10,000', '100,000', '1', '10', '100']) {
      expect(words).toContain(said);
    }
    for (const said of ['p50', 'p95 &amp; more', '4', '88']) expect(words).toContain(said);
    expect(svg).toContain('<title>Growth</title>');
  });

  it('moves last figures apart that would cover each other', () => {
    const svg = drawn('Growth', [panel(line('a', 1, 2, 50), line('b', 1, 2, 51), line('c', 1, 2, 52))]);
    const last = [...svg.matchAll(/<text x="271" y="([\d.]+)"/g)].map(([, y]) => Number(y));
    expect(last).toHaveLength(3);
    for (const [place, y] of last.slice(1).entries())
      expect((last[place] ?? 0) - y).toBeGreaterThanOrEqual(12);
  });

  it('has a mark of its own for each line, not a colour alone', () => {
    const svg = drawn('Growth', [panel(line('a', 1), line('b', 2), line('c', 3))]);
    const shapes = [0, 1, 2].map((place) => new RegExp(`class="m${place}"[^>]* d="([^"]+)"`).exec(svg)?.[1]);
    expect(new Set(shapes).size).toBe(3);
  });

  it('lays panels out beside and below each other', () => {
    const svg = drawn(
      'Growth',
      Array.from({ length: 4 }, () => panel(line('a', 1))),
    );
    expect([...svg.matchAll(/<g transform="translate\(([^)]+)\)"/g)].map(([, at]) => at)).toEqual([
      '0 0',
      '320 0',
      '640 0',
      '0 260',
    ]);
    expect(svg).toContain('viewBox="0 0 960 520"');
  });
});
