import { type RefObject, useEffect, useRef, useState } from 'react';

/** Focuses the main field of a step when it opens, so that typing and scanning work at once. */
export function useFocusOnArrival(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  return field;
}

/** Focuses the first refused field of a form. */
export function useFirstRefused(refused: ReadonlySet<string>): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);
  return form;
}

/** For a dialog that is mounted only while it is open: on unmount the focus returns to the element that opened it. */
export function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
