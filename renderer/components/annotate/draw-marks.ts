import { bytesOf, QUALITY } from '../checklist/photos.ts';
import { type Mark, placeOfMark, TEXT_LINE } from './marks.ts';

/* Marks drawn into a canvas of the picture's own size: the same on the screen and in the file. */

/** The colour of marks. A light edge around each line keeps it visible on every photo. */
const COLOUR = '#d0021b';
const EDGE = '#ffffff';
const FRAME = '#0b6e99';

/** Line width, as a fraction of the longer side. */
const LINE = 0.006;

/** Draws the picture and its marks; blurred parts first, because they change the picture itself. */
export function drawMarks(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  marks: readonly Mark[],
  selected: number | null,
): void {
  canvas.width = picture.width;
  canvas.height = picture.height;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) return;
  pen.drawImage(picture, 0, 0);
  for (const mark of marks) if (mark.kind === 'blur') blur(pen, mark);
  for (const mark of marks) if (mark.kind !== 'blur') draw(pen, mark);
  const chosen = marks.find(({ id }) => id === selected);
  if (chosen !== undefined) frame(pen, chosen);
}

/** The picture with its marks as a JPEG in base64, without the frame of the selected one. */
export function renderMarked(picture: ImageBitmap, marks: readonly Mark[]): string {
  const canvas = document.createElement('canvas');
  drawMarks(canvas, picture, marks, null);
  return bytesOf(canvas.toDataURL('image/jpeg', QUALITY));
}

type Pen = CanvasRenderingContext2D;

const lineOf = ({ canvas }: Pen): number => Math.max(2, Math.max(canvas.width, canvas.height) * LINE);

function placeIn({ canvas: { width, height } }: Pen, mark: Mark) {
  const { left, top, right, bottom } = placeOfMark(mark, width / height);
  return {
    x: left * width,
    y: top * height,
    width: (right - left) * width,
    height: (bottom - top) * height,
  };
}

function blur(pen: Pen, mark: Mark): void {
  const { x, y, width, height } = placeIn(pen, mark);
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [wide, high] = [Math.ceil(x + width) - left, Math.ceil(y + height) - top];
  if (wide < 1 || high < 1) return;
  const part = pen.getImageData(left, top, wide, high);
  pixelate(part.data, wide, high, Math.max(pen.canvas.width, pen.canvas.height));
  pen.putImageData(part, left, top);
}

function draw(pen: Pen, mark: Mark): void {
  if (mark.kind === 'text') {
    write(pen, mark);
    return;
  }
  const trace = mark.kind === 'arrow' ? arrow : circle;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  const line = lineOf(pen);
  for (const [colour, width] of [
    [EDGE, line * 2.2],
    [COLOUR, line],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    trace(pen, mark);
    pen.stroke();
  }
}

function arrow(pen: Pen, { from, to }: Mark): void {
  const { width, height } = pen.canvas;
  const [x, y] = [to.x * width, to.y * height];
  const [tailX, tailY] = [from.x * width, from.y * height];
  const angle = Math.atan2(y - tailY, x - tailX);
  const head = Math.min(lineOf(pen) * 7, Math.hypot(x - tailX, y - tailY) * 0.6);
  pen.moveTo(tailX, tailY);
  pen.lineTo(x, y);
  for (const side of [-1, 1]) {
    const turn = angle + Math.PI + (side * Math.PI) / 6;
    pen.moveTo(x, y);
    pen.lineTo(x + Math.cos(turn) * head, y + Math.sin(turn) * head);
  }
}

function circle(pen: Pen, mark: Mark): void {
  const { x, y, width, height } = placeIn(pen, mark);
  pen.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI);
}

/** Dark letters on a light ground. */
function write(pen: Pen, mark: Mark): void {
  const { x, y, width, height } = placeIn(pen, mark);
  const letters = pen.canvas.width * TEXT_LINE;
  pen.fillStyle = EDGE;
  pen.fillRect(x, y, width, height);
  pen.strokeStyle = COLOUR;
  pen.lineWidth = lineOf(pen) / 2;
  pen.strokeRect(x, y, width, height);
  pen.fillStyle = '#14202b';
  pen.font = `600 ${letters}px sans-serif`;
  pen.textBaseline = 'middle';
  pen.fillText(mark.words, x + letters / 4, y + height / 2, width - letters / 2);
}

/** A dashed frame around the selected mark, which is not part of the picture. */
function frame(pen: Pen, mark: Mark): void {
  const { x, y, width, height } = placeIn(pen, mark);
  const line = lineOf(pen);
  for (const [colour, dash] of [
    [EDGE, []],
    [FRAME, [line * 2, line * 2]],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = line / 1.5;
    pen.setLineDash([...dash]);
    pen.strokeRect(x - line, y - line, width + 2 * line, height + 2 * line);
  }
  pen.setLineDash([]);
}

/** Cells along the longer side of a blurred part: fewer than the letters of a plate or the features of a face. */
const CELLS = 6;
/**
 * Lower bound of a cell's side, as a fraction of the picture's longer side. A part around a single letter or eye is then
 * one or two cells.
 */
const LEAST_CELL = 0.025;
/** Quantisation step of each colour: exact means of the cells would allow a search for matching letters. */
const STEP = 32;

/**
 * Irreversibly pixelates a part of a picture: few large cells, each of one quantised colour. `pixels`: RGBA in rows,
 * modified in place. `longerSide`: of the whole picture, in pixels.
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
