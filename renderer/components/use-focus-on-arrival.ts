import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the main field of a step when it opens, so that typing and scanning work at once. */
export function useFocusOnArrival(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  return field;
}
