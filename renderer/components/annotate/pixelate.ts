/** The number of cells along the longer side of a blurred part: a plate has more letters than that, a face more features. */
const CELLS = 6;
/** The least side of a cell, as a part of the picture's longer side: a part around a single letter or eye is one or two cells. */
const LEAST_CELL = 0.025;
/** Levels of each colour: a cell's mean is rounded, so that letters cannot be found by comparing means. */
const STEP = 32;

/**
 * Makes a part of a picture unrecognisable, for good: few large cells, each of one rounded colour. `pixels`: RGBA, row by row, changed in
 * place. `longerSide`: that of the whole picture, in pixels.
 */
export function pixelate(pixels: Uint8ClampedArray, width: number, height: number, longerSide: number): void {
  const cell = Math.ceil(Math.max(1, Math.max(width, height) / CELLS, longerSide * LEAST_CELL));
  for (let top = 0; top < height; top += cell) {
    for (let left = 0; left < width; left += cell) {
      const right = Math.min(width, left + cell);
      const bottom = Math.min(height, top + cell);
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let y = top; y < bottom; y += 1) {
          for (let x = left; x < right; x += 1) sum += pixels[(y * width + x) * 4 + channel] ?? 0;
        }
        const mean = sum / ((right - left) * (bottom - top));
        const colour = Math.round(mean / STEP) * STEP;
        for (let y = top; y < bottom; y += 1) {
          for (let x = left; x < right; x += 1) pixels[(y * width + x) * 4 + channel] = colour;
        }
      }
    }
  }
}
