import { describe, expect, it } from 'vitest';
import { asUtc, dateTime } from '../../operator/instants.ts';
import { drawKey } from '../../operator/pictures/draw-key.ts';
import { seededRandom } from '../../operator/random.ts';

describe('a key drawing', () => {
  it.each(['flip', 'smart', 'blade', 'slot', 'card'] as const)(
    'of a %s shows as many buttons as the key has',
    (shape) => {
      for (const buttons of [2, 3, 4]) {
        const svg = drawKey({ id: 1, name: 'A <key> & more', shape, buttons });
        expect(svg.match(/<g transform="translate\(/g)).toHaveLength(buttons);
        expect(svg).toContain('A &lt;key> &amp; more');
        expect(svg.match(/<g[ >]/g)?.length).toBe(svg.match(/<\/g>/g)?.length);
      }
    },
  );
});

describe('an instant as the operator writes it', () => {
  it.each([
    ['2026-01-01T10:00:00+01:00', '2026-01-01T09:00:00Z'],
    ['2026-01-01T10:00:00.000Z', '2026-01-01T10:00:00Z'],
    ['2026-01-01T10:00:00.120Z', '2026-01-01T10:00:00.12Z'],
    ['2026-01-01T10:00:00', '2026-01-01T10:00:00Z'],
    ['2026-01-01T10:00', '2026-01-01T10:00:00Z'],
  ])('%s becomes %s', (given, expected) => {
    expect(asUtc(given)).toBe(expected);
  });

  it.each(['tomorrow', '2026-01-01', '2026-13-01T10:00:00Z', ''])('"%s" is invalid', (text) => {
    expect(dateTime.safeParse(text).success).toBe(false);
  });
});

describe('the seeded generator', () => {
  it('repeats itself for the same seed, and spreads over its range', () => {
    const [one, same] = [seededRandom(9), seededRandom(9)];
    const numbers = Array.from({ length: 2000 }, () => one.integer(1, 6));
    expect(numbers).toEqual(Array.from({ length: 2000 }, () => same.integer(1, 6)));
    for (const face of [1, 2, 3, 4, 5, 6]) {
      const share = numbers.filter((number) => number === face).length / numbers.length;
      expect(share).toBeGreaterThan(0.12);
      expect(share).toBeLessThan(0.22);
    }
  });

  it('shuffles without losing anything', () => {
    const items = [1, 2, 3, 4, 5];
    expect(new Set(seededRandom(3).shuffled(items))).toEqual(new Set(items));
  });
});
