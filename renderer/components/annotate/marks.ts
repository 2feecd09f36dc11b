/*
 * The model of the marks on a photo, without drawing and DOM. Coordinates are fractions of the picture's sides (0 to 1),
 * so that they are independent of its size.
 */

export const MARK_KINDS = ['arrow', 'circle', 'text', 'blur'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An arrow points to `to`; circle and blur fill the rectangle between both; a text begins at `from`. */
export interface Mark {
  readonly id: number;
  readonly kind: MarkKind;
  readonly from: Point;
  readonly to: Point;
  /** The words of a mark of the kind text; else empty. */
  readonly words: string;
}

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Line height of a text, as a fraction of the picture's width. */
export const TEXT_LINE = 0.05;
/** Width of a letter, as a fraction of the line height. */
const LETTER = 0.62;
export const LONGEST_WORDS = 60;

/** Lower bound of a drag; a shorter one is a tap, which creates a mark of the default size. */
const SHORTEST_DRAG = 0.02;
/** Hit tolerance, large enough for gloves. */
const NEAR = 0.03;
/** Half of each side of a mark of the default size. */
const USUAL = 0.12;

const within = (value: number): number => Math.min(1, Math.max(0, value));
const inside = ({ x, y }: Point): Point => ({ x: within(x), y: within(y) });

/**
 * A mark from pointer down to pointer up. A tap creates a mark of the default size, centred at the tap or with an
 * arrow's tip there.
 */
export function drawnMark(id: number, kind: MarkKind, from: Point, to: Point): Mark {
  const isTap = Math.hypot(to.x - from.x, to.y - from.y) < SHORTEST_DRAG;
  if (kind === 'text') return { id, kind, from: inside(to), to: inside(to), words: '' };
  if (!isTap) return { id, kind, from: inside(from), to: inside(to), words: '' };
  if (kind === 'arrow') {
    // From the side with more room, so that the shaft is in the picture.
    const side = to.x < 0.5 ? 1 : -1;
    const tail = { x: to.x + side * USUAL * 1.5, y: to.y + (to.y < 0.5 ? 1 : -1) * USUAL * 1.5 };
    return { id, kind, from: inside(tail), to: inside(to), words: '' };
  }
  return {
    id,
    kind,
    from: inside({ x: to.x - USUAL, y: to.y - USUAL }),
    to: inside({ x: to.x + USUAL, y: to.y + USUAL }),
    words: '',
  };
}

/** The place of a mark. `aspect`: the picture's width by its height. */
export function placeOfMark({ kind, from, to, words }: Mark, aspect: number): Rectangle {
  if (kind !== 'text') {
    return {
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      right: Math.max(from.x, to.x),
      bottom: Math.max(from.y, to.y),
    };
  }
  const width = Math.max(2, words.length) * LETTER * TEXT_LINE + TEXT_LINE / 2;
  return {
    left: from.x,
    top: from.y,
    right: from.x + width,
    bottom: from.y + TEXT_LINE * 1.4 * aspect,
  };
}

/** Hit test: the newest mark at a point; null = none. An arrow is hit near its line, any other mark in its whole area. */
export function markAt(marks: readonly Mark[], { x, y }: Point, aspect: number): Mark | null {
  return (
    marks.findLast((mark) => {
      if (mark.kind === 'arrow') return distanceToLine(mark, { x, y }, aspect) <= NEAR;
      const { left, top, right, bottom } = placeOfMark(mark, aspect);
      const near = NEAR * (mark.kind === 'blur' ? 0 : 1);
      const nearDown = near * aspect;
      return x >= left - near && x <= right + near && y >= top - nearDown && y <= bottom + nearDown;
    }) ?? null
  );
}

/** The distance of a point to an arrow's line, as a fraction of the picture's width. */
function distanceToLine({ from, to }: Mark, { x, y }: Point, aspect: number): number {
  const [alongX, alongY] = [to.x - from.x, (to.y - from.y) / aspect];
  const [pointX, pointY] = [x - from.x, (y - from.y) / aspect];
  const length = alongX ** 2 + alongY ** 2;
  const part = length === 0 ? 0 : within((pointX * alongX + pointY * alongY) / length);
  return Math.hypot(pointX - part * alongX, pointY - part * alongY);
}

/** Moves a mark without changing its size; it stays in the picture. */
export function movedMark(mark: Mark, by: Point): Mark {
  const { from, to } = mark;
  const room = (one: number, other: number, step: number) =>
    Math.min(1 - Math.max(one, other), Math.max(-Math.min(one, other), step));
  const x = room(from.x, to.x, by.x);
  const y = room(from.y, to.y, by.y);
  return { ...mark, from: { x: from.x + x, y: from.y + y }, to: { x: to.x + x, y: to.y + y } };
}

/** Moves the end of a mark: an arrow's tip, the corner of a circle or blur. A text has none and is moved. */
export function stretchedMark(mark: Mark, by: Point): Mark {
  if (mark.kind === 'text') return movedMark(mark, by);
  return { ...mark, to: inside({ x: mark.to.x + by.x, y: mark.to.y + by.y }) };
}

/** The marks with their history. `selected`: the mark that keys act on. */
export interface Editing {
  readonly marks: readonly Mark[];
  readonly past: readonly (readonly Mark[])[];
  readonly future: readonly (readonly Mark[])[];
  readonly selected: number | null;
  readonly nextId: number;
}

export const nothingDrawn: Editing = { marks: [], past: [], future: [], selected: null, nextId: 1 };

export type Edit =
  | { readonly do: 'draw'; readonly kind: MarkKind; readonly from: Point; readonly to: Point }
  | { readonly do: 'move' | 'stretch'; readonly by: Point }
  | { readonly do: 'word'; readonly words: string }
  | { readonly do: 'delete' | 'undo' | 'redo' }
  | { readonly do: 'select'; readonly id: number | null };

/** The marks after an edit; the same object if the edit changes nothing. */
export function edited(editing: Editing, edit: Edit): Editing {
  const { marks, past, future, selected, nextId } = editing;
  const changed = (next: readonly Mark[], select: number | null = selected): Editing => ({
    marks: next,
    past: [...past, marks],
    future: [],
    selected: select,
    nextId,
  });
  const change = (alter: (mark: Mark) => Mark): Editing =>
    marks.some(({ id }) => id === selected)
      ? changed(marks.map((mark) => (mark.id === selected ? alter(mark) : mark)))
      : editing;
  switch (edit.do) {
    case 'draw':
      return {
        ...changed([...marks, drawnMark(nextId, edit.kind, edit.from, edit.to)], nextId),
        nextId: nextId + 1,
      };
    case 'move':
      return change((mark) => movedMark(mark, edit.by));
    case 'stretch':
      return change((mark) => stretchedMark(mark, edit.by));
    case 'word':
      return change((mark) => ({ ...mark, words: edit.words.slice(0, LONGEST_WORDS) }));
    case 'delete':
      return selected === null
        ? editing
        : changed(
            marks.filter(({ id }) => id !== selected),
            null,
          );
    case 'undo':
      return traveled(editing, past.at(-1), { past: past.slice(0, -1), future: [...future, marks] });
    case 'redo':
      return traveled(editing, future.at(-1), { past: [...past, marks], future: future.slice(0, -1) });
    case 'select':
      return { ...editing, selected: edit.id };
  }
}

function traveled(
  editing: Editing,
  marks: readonly Mark[] | undefined,
  history: Pick<Editing, 'past' | 'future'>,
): Editing {
  if (marks === undefined) return editing;
  const has = (list: readonly Mark[], id: number | null) => list.some((mark) => mark.id === id);
  // A restored mark becomes the selected one.
  const back = marks.find(({ id }) => !has(editing.marks, id))?.id ?? null;
  const selected = back ?? (has(marks, editing.selected) ? editing.selected : null);
  return { ...editing, ...history, marks, selected };
}

/** The marks that are drawn into the picture. A text mark without words is left out. */
export const markedIn = ({ marks }: Pick<Editing, 'marks'>): readonly Mark[] =>
  marks.filter(({ kind, words }) => kind !== 'text' || words.trim() !== '');

/** The selected mark; null = none. */
export const selectedIn = ({ marks, selected }: Pick<Editing, 'marks' | 'selected'>): Mark | null =>
  marks.find(({ id }) => id === selected) ?? null;
