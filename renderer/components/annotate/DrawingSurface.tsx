import { type Dispatch, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { drawMarks } from './draw-marks.ts';
import {
  drawnMark,
  type Edit,
  type Editing,
  type Mark,
  markAt,
  type MarkKind,
  movedMark,
  type Point,
  selectedIn,
} from './marks.ts';
import classes from './Annotate.module.css';

/** The distance of one press of an arrow key, as a part of the picture's side. */
const STEP = 0.02;
const MIDDLE: Point = { x: 0.5, y: 0.5 };
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** A press that is not released: it draws a mark, or moves `moved`. */
interface Press {
  readonly from: Point;
  readonly to: Point;
  readonly moved: Mark | null;
}

/** A press that moves less than this is a tap. */
const TAP = 0.02;
const isTap = ({ from, to }: Press): boolean => Math.hypot(to.x - from.x, to.y - from.y) < TAP;
const distance = ({ from, to }: Press): Point => ({ x: to.x - from.x, y: to.y - from.y });

/**
 * The picture with its marks. A drag draws a mark, or moves the selected one; a tap selects or places a mark. Keys: Enter
 * places a mark in the middle, the arrows move the selected mark, Shift with the arrows stretches it, Delete removes it.
 */
export function DrawingSurface({
  picture,
  editing,
  kind,
  edit,
}: {
  /** Null until it is decoded. */
  readonly picture: ImageBitmap | null;
  readonly editing: Editing;
  readonly kind: MarkKind;
  readonly edit: Dispatch<Edit>;
}) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [press, setPress] = useState<Press | null>(null);
  const aspect = picture === null ? 1 : picture.width / picture.height;
  const selected = selectedIn(editing);

  useEffect(() => {
    if (picture === null || canvas.current === null) return;
    drawMarks(canvas.current, picture, preview(editing, kind, press), editing.selected);
  }, [picture, editing, kind, press]);

  const placeOf = (event: PointerEvent<HTMLCanvasElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };
  const release = (last: Press) => {
    setPress(null);
    const there = markAt(editing.marks, last.from, aspect);
    if (isTap(last) && there !== null) edit({ do: 'select', id: there.id });
    else if (last.moved !== null) edit({ do: 'move', by: distance(last) });
    else edit({ do: 'draw', kind, from: last.from, to: last.to });
  };
  const key = (event: KeyboardEvent<HTMLCanvasElement>) => {
    const by = ARROWS[event.key];
    if (by !== undefined) edit({ do: event.shiftKey ? 'stretch' : 'move', by });
    else if (event.key === 'Enter' || event.key === ' ') edit({ do: 'draw', kind, from: MIDDLE, to: MIDDLE });
    else if (event.key === 'Delete' || event.key === 'Backspace') edit({ do: 'delete' });
    else return;
    event.preventDefault();
  };
  return (
    <canvas
      ref={canvas}
      className={classes['surface']}
      role="application"
      tabIndex={0}
      data-autofocus
      data-ready={picture !== null || undefined}
      aria-label={text('annotate.surface', { count: editing.marks.length })}
      onKeyDown={key}
      onPointerDown={(event) => {
        if (picture === null || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const from = placeOf(event);
        const there = selected === null ? null : markAt([selected], from, aspect);
        setPress({ from, to: from, moved: there });
      }}
      onPointerMove={(event) => {
        if (press !== null) setPress({ ...press, to: placeOf(event) });
      }}
      onPointerUp={(event) => {
        if (press !== null) release({ ...press, to: placeOf(event) });
      }}
      onPointerCancel={() => setPress(null)}
    />
  );
}

/** The marks as they would be if the press ended now. */
function preview({ marks }: Editing, kind: MarkKind, press: Press | null): readonly Mark[] {
  if (press === null || isTap(press)) return marks;
  const { moved } = press;
  if (moved === null) return [...marks, drawnMark(0, kind, press.from, press.to)];
  return marks.map((mark) => (mark.id === moved.id ? movedMark(mark, distance(press)) : mark));
}
