import { describe, expect, it } from 'vitest';
import { MIN_SIZE, openingBounds } from '../../../electron/shell/window-bounds.ts';

const laptop = { x: 0, y: 0, width: 1920, height: 1080 };
const stored = { x: 200, y: 100, width: 1400, height: 900, maximized: true };

describe('where the window opens', () => {
  it('is where it was', () => {
    expect(openingBounds(stored, [laptop])).toEqual(stored);
  });

  it('keeps its size but not its place when that screen is gone', () => {
    expect(openingBounds({ ...stored, x: 2500 }, [laptop])).toEqual({
      width: 1400,
      height: 900,
      maximized: true,
    });
  });

  it('is never smaller than the flow needs', () => {
    expect(openingBounds({ ...stored, width: 300, height: 200 }, [laptop])).toMatchObject(MIN_SIZE);
  });

  it.each([undefined, 'nonsense', { x: 'left' }])('starts with defaults from %s', (nothing) => {
    expect(openingBounds(nothing, [laptop])).toEqual({ width: 1280, height: 800, maximized: false });
  });
});
