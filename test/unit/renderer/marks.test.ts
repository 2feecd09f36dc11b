import { describe, expect, test } from 'vitest';
import {
  drawnMark,
  edited,
  type Edit,
  type Editing,
  markAt,
  markedIn,
  movedMark,
  nothingDrawn,
  placeOfMark,
  stretchedMark,
} from '../../../renderer/components/annotate/marks.ts';
import { pixelate } from '../../../renderer/components/annotate/draw-marks.ts';

const at = (x: number, y: number) => ({ x, y });
const after = (...edits: readonly Edit[]): Editing => edits.reduce(edited, nothingDrawn);
const drag = (kind: 'arrow' | 'circle' | 'text' | 'blur' = 'circle'): Edit => ({
  do: 'draw',
  kind,
  from: at(0.2, 0.2),
  to: at(0.4, 0.5),
});

describe('a mark', () => {
  test('has the size of the drag, and a tap gives the usual size around it', () => {
    expect(drawnMark(1, 'circle', at(0.1, 0.2), at(0.5, 0.6))).toMatchObject({
      from: at(0.1, 0.2),
      to: at(0.5, 0.6),
    });
    const tapped = placeOfMark(drawnMark(1, 'blur', at(0.5, 0.5), at(0.505, 0.5)), 1.5);
    expect(tapped.left).toBeLessThan(0.45);
    expect(tapped.right).toBeGreaterThan(0.55);
  });

  test('stays in the picture when it is drawn, moved or stretched beyond it', () => {
    for (const kind of ['arrow', 'circle', 'blur'] as const) {
      const { from, to } = drawnMark(1, kind, at(0.99, 0.99), at(0.99, 0.99));
      for (const value of [from.x, from.y, to.x, to.y]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
    }
    const mark = drawnMark(1, 'circle', at(0.2, 0.2), at(0.4, 0.5));
    const moved = movedMark(mark, at(-1, 1));
    expect(moved.from).toEqual(at(0, 0.7));
    // Its size is the same.
    expect(moved.to.x - moved.from.x).toBeCloseTo(0.2);
    expect(stretchedMark(mark, at(2, -2)).to).toEqual(at(1, 0));
  });

  test("an arrow's tap is its tip, and its shaft is in the picture", () => {
    for (const tip of [at(0.05, 0.05), at(0.95, 0.95)]) {
      const { from, to } = drawnMark(1, 'arrow', tip, tip);
      expect(to).toEqual(tip);
      expect(Math.hypot(from.x - to.x, from.y - to.y)).toBeGreaterThan(0.15);
    }
  });

  test('is found at its place, the newest first, with room for a glove', () => {
    const { marks } = after(drag('blur'), drag('circle'));
    expect(markAt(marks, at(0.3, 0.3), 1)?.kind).toBe('circle');
    expect(markAt(marks, at(0.42, 0.3), 1)?.kind).toBe('circle');
    expect(markAt(marks, at(0.6, 0.6), 1)).toBeNull();
    const arrow = [drawnMark(1, 'arrow', at(0.2, 0.2), at(0.6, 0.6))];
    expect(markAt(arrow, at(0.4, 0.42), 1.5)).not.toBeNull();
    // The corner of its box is empty.
    expect(markAt(arrow, at(0.55, 0.25), 1.5)).toBeNull();
  });
});

describe('editing', () => {
  test('selects the new mark, and undoes and redoes each change', () => {
    const moved = after(drag(), { do: 'move', by: at(0.1, 0) });
    expect(moved.marks[0]?.from.x).toBeCloseTo(0.3);
    expect(moved.selected).toBe(1);
    const undone = edited(moved, { do: 'undo' });
    expect(undone.marks[0]?.from.x).toBeCloseTo(0.2);
    expect(edited(edited(after(drag()), { do: 'undo' }), { do: 'redo' }).selected).toBe(1);
    expect(edited(undone, { do: 'redo' }).marks).toEqual(moved.marks);
    const empty = edited(undone, { do: 'undo' });
    expect(empty).toMatchObject({ marks: [], selected: null });
    expect(edited(empty, { do: 'undo' })).toBe(empty);
  });

  test('a change after an undo clears the redo stack', () => {
    const again = after(drag(), { do: 'undo' }, drag('arrow'));
    expect(again.future).toEqual([]);
    expect(again.marks.map(({ kind }) => kind)).toEqual(['arrow']);
  });

  test('deletes the selected mark alone', () => {
    const both = after(drag('blur'), drag('circle'), { do: 'select', id: 1 }, { do: 'delete' });
    expect(both.marks.map(({ kind }) => kind)).toEqual(['circle']);
    expect(edited(both, { do: 'delete' })).toBe(both);
    expect(edited(both, { do: 'move', by: at(0.1, 0.1) })).toBe(both);
  });

  test('an empty text is not drawn', () => {
    expect(markedIn(after(drag('text')))).toEqual([]);
    expect(markedIn(after(drag('text'), { do: 'word', words: 'Here' }))).toHaveLength(1);
  });
});

describe('a blurred part', () => {
  /** Columns of black and white, as wide as the strokes of letters. */
  const stripes = (shift: number, width = 120, height = 30) => {
    const pixels = new Uint8ClampedArray(width * height * 4);
    for (let place = 0; place < width * height; place += 1) {
      const light = Math.floor(((place % width) + shift) / 2) % 2 === 0 ? 255 : 0;
      pixels.set([light, light, light, 255], place * 4);
    }
    return pixels;
  };
  const blurred = (pixels: Uint8ClampedArray, width = 120, height = 30) => {
    pixelate(pixels, width, height, 400);
    return pixels;
  };

  test('has at most six cells along its longer side, each of one colour', () => {
    const pixels = new Uint8ClampedArray(120 * 30 * 4).map((_, index) => (index * 7919) % 256);
    pixelate(pixels, 120, 30, 400);
    const row = Array.from({ length: 120 }, (_, x) => pixels[x * 4]);
    expect(row.filter((value, x) => x > 0 && value !== row[x - 1]).length).toBeLessThan(6);
  });

  test('around a single letter is one colour: many small parts show no more than a large one', () => {
    const pixels = new Uint8ClampedArray(20 * 30 * 4).map((_, index) => (index * 7919) % 256);
    pixelate(pixels, 20, 30, 1440);
    for (const channel of [0, 1, 2]) {
      expect(new Set(pixels.filter((_, index) => index % 4 === channel)).size).toBe(1);
    }
  });

  test('is the same for different letters of the same weight: it cannot distinguish them', () => {
    expect(blurred(stripes(0))).toEqual(blurred(stripes(1)));
  });

  test('of one pixel and of odd sizes has no gap', () => {
    for (const [width, height] of [
      [1, 1],
      [7, 3],
      [3, 50],
    ] as const) {
      const pixels = new Uint8ClampedArray(width * height * 4).fill(100);
      pixelate(pixels, width, height, 20);
      expect(new Set(pixels.filter((_, index) => index % 4 !== 3))).toEqual(new Set([96]));
    }
  });
});
