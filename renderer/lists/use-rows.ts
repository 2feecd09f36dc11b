import { startTransition, useEffect, useLayoutEffect, useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import { createRowPages, type RowPages, type RowPagesModel, type RowSource } from './row-pages.ts';

/** The pages of a list with the functions that read more of them. */
export type ReadRows<Question, Row, Facts> = RowPages<Question, Row, Facts> &
  Pick<RowPagesModel<Question, Row, Facts>, 'want' | 'refetch'>;

/**
 * The rows that answer a question, refetched after a commit while the list is shown. Only the source of the first
 * render is used.
 */
export function useRowPages<Question, Row, Facts>(
  source: RowSource<Question, Row, Facts>,
  question: Question,
): ReadRows<Question, Row, Facts> {
  const [model] = useState(() => createRowPages(source, question));
  // Layout effects run before all other effects: the rows are asked for ahead of counts and badges.
  useLayoutEffect(() => model.watch(), [model]);
  useLayoutEffect(() => model.ask(question), [model, question]);
  return { ...useStore(model.store), want: model.want, refetch: model.refetch };
}

/** Overscan: rows rendered beyond either end of the visible ones, so that scrolling shows no gaps. */
const BEYOND = 8;

/** Least height in pixels of the window above a list: its header and its search. */
const ABOVE = 200;

/** The rendered rows: indices, both included; `last` is -1 where there are none. */
interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/** The rows of a scrolled column that are visible, and `beyond` more at either end; all sizes in pixels. */
export function visibleRows(
  scrolled: number,
  room: number,
  {
    height,
    count,
    beyond = BEYOND,
  }: { readonly height: number; readonly count: number; readonly beyond?: number },
): RowWindow {
  return {
    first: Math.max(0, Math.min(Math.floor(scrolled / height) - beyond, count - 1)),
    last: Math.min(count - 1, Math.ceil((scrolled + room) / height) + beyond),
  };
}

/**
 * The visible rows of a scrolling element, updated on scroll and resize. `answers` is the question that the rows
 * answer: rows of another question begin at the first one, and the owner of the element scrolls it there. The first
 * frame of a question has the visible rows alone; the overscan follows after its paint.
 */
export function useRowWindow(
  scroll: RefObject<HTMLElement | null>,
  { height, count, answers }: { readonly height: number; readonly count: number; readonly answers: unknown },
): RowWindow {
  const [sight, setSight] = useState(() => ({
    scrolled: 0,
    room: window.innerHeight - ABOVE,
    beyond: 0,
    answers,
  }));
  // Set during rendering, because an effect would render and request the previous window once more for the new
  // question.
  if (sight.answers !== answers) setSight({ ...sight, scrolled: 0, beyond: 0, answers });
  const { beyond } = sight;
  useEffect(() => {
    if (beyond === BEYOND) return undefined;
    const frame = requestAnimationFrame(() =>
      startTransition(() => setSight((before) => ({ ...before, beyond: BEYOND }))),
    );
    return () => cancelAnimationFrame(frame);
  }, [beyond]);
  useEffect(() => {
    const element = scroll.current;
    if (element === null) return;
    const measure = () => {
      // A hidden element has no height and keeps its window, because its scroll position is restored with it.
      if (element.clientHeight === 0) return;
      // Rounded to whole rows, because positions between two rows render the same window.
      const scrolled = Math.floor(element.scrollTop / height) * height;
      const room = element.clientHeight;
      setSight((before) =>
        before.scrolled === scrolled && before.room === room ? before : { ...before, scrolled, room },
      );
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroll, height]);
  return visibleRows(sight.scrolled, sight.room, { height, count, beyond });
}

/** Scrolls just enough that the whole row is visible below the sticky content of height `above`. */
export function reveal(
  element: HTMLElement | null,
  index: number,
  { height, above }: { readonly height: number; readonly above: number },
): void {
  if (element === null) return;
  const top = index * height;
  const room = element.clientHeight - above;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top + height > element.scrollTop + room) element.scrollTop = top + height - room;
}
