import { type RefObject, useEffect, useState } from 'react';

/** Rows drawn beyond either end of what is in sight, so that scrolling shows no gaps. */
const BEYOND = 8;

/** The rows that are drawn: indices, both included; `last` is -1 where there are none. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/** Which rows of a scrolled column come into sight. `head` = what sticks above them; all in pixels. */
export function rowsInSight(
  scrolled: number,
  room: number,
  { height, count }: { readonly height: number; readonly count: number },
): RowWindow {
  return {
    first: Math.max(0, Math.min(Math.floor(scrolled / height) - BEYOND, count - 1)),
    last: Math.min(count - 1, Math.ceil((scrolled + room) / height) + BEYOND),
  };
}

/**
 * The same for an element that scrolls, as it is scrolled and resized. `answers` = what the rows answer: another question
 * begins at its first row, and whoever owns the element scrolls it there.
 */
export function useRowWindow(
  scroll: RefObject<HTMLElement | null>,
  { height, count, answers }: { readonly height: number; readonly count: number; readonly answers: object },
): RowWindow {
  const [sight, setSight] = useState({ scrolled: 0, room: 800, answers });
  // At once: the rows that were in sight would be drawn, and asked for, once more under the new question.
  if (sight.answers !== answers) setSight({ ...sight, scrolled: 0, answers });
  useEffect(() => {
    const element = scroll.current;
    if (element === null) return;
    const look = () => {
      // In steps of a row: between them nothing else would be drawn.
      const scrolled = Math.floor(element.scrollTop / height) * height;
      const room = element.clientHeight;
      setSight((before) =>
        before.scrolled === scrolled && before.room === room ? before : { ...before, scrolled, room },
      );
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroll, height]);
  return rowsInSight(sight.scrolled, sight.room, { height, count });
}
